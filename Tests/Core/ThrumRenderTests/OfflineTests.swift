import TestSupport
import Testing
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumPattern

@testable import ThrumRender

@Suite struct OfflineTests {
  private func play(
    _ schedules: [CompiledPattern], start: Double = 0, length: Double? = nil,
    signal: OfflineRenderer.Signal = .drive
  ) -> Recording {
    var offline = OfflineRenderer(
      schedules, settings: .plain, signal: signal, startSeconds: start, lengthSeconds: length)
    var all: [Float] = []
    while offline.renderNext({ all.append(contentsOf: $0) }) {}
    return Recording(samples: all.map { Double($0) })
  }

  @Test func `rendering from a start offset begins there`() {
    let entries = [tap(0), tap(0.2), buzz(0.3, 0.1)]
    let whole = play([compiled(entries)])
    let part = play([compiled(entries)], start: 0.1)
    #expect(part.onset() == 4_801)
    #expect(abs(Double(whole.samples.count - part.samples.count) - 4_800) <= 128)
  }

  @Test(arguments: [OfflineRenderer.Signal.drive, .acceleration, .displacement])
  func `tones change nothing of what the motor does`(signal: OfflineRenderer.Signal) {
    let haptics = [tap(0), buzz(0.2, 0.3, 1, 0.5, [.releaseTime: 0.2]), tap(0.9)]
    let tones = [0, 0.3, 0.6].map { Event(type: .audioContinuous, time: $0, duration: 0.25) }
    let alone = play([compiled(haptics)], length: 1, signal: signal)
    let both = play([compiled(haptics + tones.map { .event($0) })], length: 1, signal: signal)
    #expect(both.samples == alone.samples && alone.peak > 0)
  }

  @Test(arguments: [1.0, 5, 1e9])
  func `rendering from the end of a pattern or beyond is silent`(start: Double) {
    #expect(play([compiled([tap(0), buzz(0.5, 0.5)])], start: start).peak == 0)
  }

  @Test func `rendering from a point after the end of the shorter pattern plays only the longer one`() {
    let both = play([compiled([buzz(0, 0.1)]), compiled([tap(0), tap(0.5)])], start: 0.4)
    let alone = play([compiled([tap(0), tap(0.5)])], start: 0.4)
    #expect(both.samples == alone.samples)
  }

  @Test(arguments: OfflineRenderer.Signal.allCases)
  func `a given length is rendered to the exact frame`(signal: OfflineRenderer.Signal) {
    for length in [0.001, 0.1, 0.35] {
      let recording = play([compiled([buzz(0, 0.1)])], length: length, signal: signal)
      #expect(recording.samples.count == Int(length * 48_000) * signal.channels)
    }
  }

  @Test func `without a given length, rendering ends when the last tail is quiet`() {
    let felt = play([compiled([buzz(0, 0.1, 1, 0.5, [.releaseTime: 0.5])])], signal: .acceleration)
    #expect(felt.seconds > 0.185 && felt.seconds < 0.25)
    #expect((felt.samples.last.map { abs($0) } ?? 1) < 1e-3)
  }

  @Test func `a sound longer than a minute is rendered to its end`() {
    let rate = 100.0
    let sound = SoundMemory(interleaved: [Float](repeating: 0.5, count: Int(70 * rate)), channels: 1, sampleRate: rate)
    let event = Event(type: .audioCustom, time: 0, waveformPath: "long")
    let slow = Event(
      type: .audioCustom, time: 0, waveformPath: "long", parameters: [EventParameter(.audioPitch, -1)])
    var settings = RenderSettings.plain
    settings.sampleRate = 8_000
    for (event, seconds) in [(event, 70.0), (slow, 140.0)] {
      var offline = OfflineRenderer([Pattern(entries: [.event(event)])], settings: settings) { _ in sound }
      var frames = 0
      while offline.renderNext({ frames += $0.count / 2 }) {}
      #expect(abs(Double(frames) / 8_000 - seconds) < 0.1)
    }
  }

  // AHAP-19
  @Test func `silence at the end of a pattern is kept`() {
    let recording = play([compiled([tap(0), jump(.hapticIntensityControl, 1, 0.5)])])
    #expect(recording.seconds >= 0.5 && recording.seconds < 0.55)
  }

  @Test(arguments: [48_000 * 4, 1_000, 128, 100])
  func `rendering into memory produces the same samples as rendering in blocks`(room: Int) {
    // A gap longer than the silence that ends a rendering, and an event that outlasts the pattern.
    let schedule = compiled([tap(0), buzz(0.5, 0.3), tap(0.75)])
    for length in [nil, 0.3, 1.2] {
      var offline = OfflineRenderer([schedule], settings: .plain, lengthSeconds: length)
      var all: [Float] = []
      var memory = [Float](repeating: 9, count: room)
      for turn in 0... {
        // Both ways in turn; a block that is too small for anything loses nothing.
        let count = turn % 3 == 2 ? 0 : memory.withUnsafeMutableBufferPointer { offline.render(into: $0) }
        all += memory[..<count]
        if count == 0, !offline.renderNext(quanta: 2, { all.append(contentsOf: $0) }) { break }
      }
      var expected: [Float] = []
      var other = OfflineRenderer([schedule], settings: .plain, lengthSeconds: length)
      while other.renderNext(quanta: 1, { expected.append(contentsOf: $0) }) {}
      #expect(all == expected)
    }
  }

  // RENDER-5
  @Test func `the drive's frequency does not depend on the sample rate`() {
    for rate in [8_000.0, 22_050, 44_100, 96_000, 192_000] {
      let recording = drive([buzz(0, 0.2, 1, 1)], settings { $0.sampleRate = rate }).part(0.05, 0.19)
      #expect(abs(recording.hertz - 230) < 0.05, "\(rate)")
    }
  }
}

@Suite struct GivenLengthTests {
  @Test(arguments: [OfflineRenderer.Signal.monitor, .acceleration, .drive])
  func `a rendering that is cut off at a given length fades out over the last 5 ms`(signal: OfflineRenderer.Signal) {
    let cut = rendered([buzz(0, 1)], signal, seconds: 0.5)[0]
    let whole = rendered([buzz(0, 1)], signal)[0]
    #expect(cut.samples.count == 24_000)
    #expect(cut.part(0, 0.495).difference(from: whole) == 0)
    for frame in 23_760..<24_000 {
      let share = Double(24_000 - frame) / 240
      #expect(abs(cut.samples[frame] - share * whole.samples[frame]) < 1e-6)
    }
  }

  @Test func `rendering to a given length ends the same way in blocks and in one piece`() {
    var pieces = OfflineRenderer([compiled([buzz(0, 1)])], settings: .plain, lengthSeconds: 0.3)
    var all: [Float] = []
    while pieces.renderNext(quanta: 1, { all.append(contentsOf: $0) }) {}
    var whole = OfflineRenderer([compiled([buzz(0, 1)])], settings: .plain, lengthSeconds: 0.3)
    var memory = [Float](repeating: 0, count: 40_000)
    let count = memory.withUnsafeMutableBufferPointer { whole.render(into: $0) }
    #expect(Array(memory[..<count]) == all)
  }
}
