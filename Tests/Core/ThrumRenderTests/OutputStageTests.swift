import Foundation
import TestSupport
import Testing
import ThrumDevice
import ThrumEngine
import ThrumPattern

@testable import ThrumRender

@Suite struct OutputStageTests {
  /// Runs a sound through an output stage. Returns the left channel without the stage's delay.
  private func monitored(_ sound: [Float], _ settings: RenderSettings = .init()) -> [Double] {
    var stage = OutputStage(settings, clipVolts: 1)
    defer { stage.deallocate() }
    let silence = [Double](repeating: 0, count: 64)
    let noHarmonics = [Float](repeating: 0, count: 64)
    var work = silence
    var result: [Double] = []
    for start in stride(from: 0, to: sound.count + 128, by: 64) {
      var left = (start..<start + 64).map { $0 < sound.count ? sound[$0] : 0 }
      var right = left
      stage.begin(left: &left, right: &right, hasAudio: true)
      stage.add(
        acceleration: silence, drive: silence, harmonics: noHarmonics, work: &work, left: &left, right: &right)
      stage.finish(left: &left, right: &right)
      result.append(contentsOf: left.map { Double($0) })
    }
    return Array(result[stage.latency...].prefix(sound.count))
  }

  @Test(arguments: [-1, Float.nan, .infinity, -.infinity])
  func `a negative or non-finite volume is ignored`(gain: Float) {
    let rig = Rig([buzz(0, 0.1)])
    let plain = Rig([buzz(0, 0.1)])
    rig.renderer.controls.setGain(gain)
    for each in [rig, plain] {
      each.send(.start)
      each.run(to: 4_800)
    }
    #expect(rig.left.samples == plain.left.samples)
    #expect(rig.left.peak > 0)
  }

  @Test(arguments: [-40.0, -6, -1.1])
  func `a sound below the ceiling passes unchanged, bit for bit`(level: Double) {
    let amplitude = gain(decibels: level)
    let sound = (0..<6_400).map { Float(amplitude * sin(Double($0) * 0.13)) }
    #expect(monitored(sound) == sound.map { Double($0) })
  }

  // RENDER-13
  @Test(arguments: LoudSound.all)
  func `no sample exceeds the ceiling, and no peak between samples exceeds full scale`(_ sound: LoudSound) {
    let output = Recording(samples: monitored(sound.samples))
    #expect(output.peak <= gain(decibels: -1))
    #expect(output.oversampledPeak < 1, "\(sound.testDescription)")
    #expect(output.peak > 0.5)
  }

  @Test func `without the limiter, a loud sound passes unchanged`() {
    let loud = (0..<6_400).map { Float(sin(Double($0) * 0.03) * 30) }
    #expect(monitored(loud, settings { $0.isLimited = false }) == loud.map { Double($0) })
  }

  @Test func `full scale is 2 g`() {
    let monitor = rendered([buzz(0, 0.3)], .monitor)[0].part(0.15, 0.29)
    #expect(abs(inDecibels(monitor.sine(125).amplitude) + 15.14) < 0.03)
    let half = rendered([buzz(0, 0.3)], .monitor, settings { $0.fullScaleG = 1 })[0].part(0.15, 0.29)
    #expect(abs(inDecibels(half.sine(125).amplitude / monitor.sine(125).amplitude) - 6.02) < 0.15)
  }

  @Test func `a volume change takes effect as a ramp over eight quanta`() {
    let rig = Rig([buzz(0, 1)])
    rig.send(.start)
    rig.run(to: 9_600)
    rig.renderer.controls.setGain(0.1)
    rig.run(to: 24_000)
    let before = rig.left.part(0.1, 0.195)
    let whole = rig.left.part(0.1, 0.4)
    #expect(whole.largestStep <= before.largestStep * 1.001)
    #expect(whole.largestBend <= before.peak * 0.9 / 512 + before.largestBend)
    let after = rig.left.part(0.2 + 0.0125, 0.4)
    #expect(abs(after.sine(125).amplitude / before.sine(125).amplitude - 0.1) < 1e-3)
  }

  @Test func `direct mode outputs the drive relative to the clip voltage`() {
    let rig = Rig([buzz(0, 0.1, 1, 0), tap(0.02, 1, 1)], settings: settings { $0.monitor = .direct })
    rig.send(.start)
    rig.run(to: 9_600)
    let clip = 1.4 * 1.6 * 2.0.squareRoot()
    for (volts, sample) in zip(rig.drive.samples, rig.left.samples) {
      #expect(abs(sample - volts / clip) < 1e-7)
    }
    #expect(rig.left.samples == rig.right.samples && rig.renderer.latency == 0)
    #expect(rig.left.peak > 0.7 && rig.left.peak <= 1)
  }

  @Test func `offline rendering removes the limiter's delay`() {
    let monitor = rendered([tap(0)], .monitor)[0]
    let felt = rendered([tap(0)], .acceleration)[0]
    #expect(monitor.onset(above: 0) == felt.onset(above: 0))
    #expect((felt.onset(above: 0) ?? 9) <= 1)
    for frame in 0..<300 { #expect(abs(monitor.samples[frame] - felt.samples[frame] / 2) < 0.02) }
  }

  @Test func `the shaker plays a buzz an octave lower, without harmonics above 125 Hz`() {
    for sharpness in [0, 0.5, 1] {
      let entries = [buzz(0, 0.6, 1, sharpness)]
      let shaker = settings { $0.monitor = .shaker }
      let hertz = 40 * pow(230.0 / 80, sharpness)
      let recording = rendered(entries, .monitor, shaker)[0].part(0.2, 0.58)
      #expect(abs(recording.hertz - hertz) < 0.05)
      let own = recording.level(hertz)
      for harmonic in 2...8 where hertz * Double(harmonic) > 125 {
        #expect(recording.level(hertz * Double(harmonic)) < own - 60, "\(harmonic)")
      }
    }
  }

  @Test func `a tap on the shaker is 24 dB weaker above 300 Hz than below 120 Hz`() {
    let recording = rendered([tap(0, 1, 1)], .monitor, settings { $0.monitor = .shaker }, seconds: 0.3)[0]
    let loudest = stride(from: 20.0, through: 120, by: 10).map { recording.level($0) }.max() ?? 0
    for hertz in stride(from: 300.0, through: 2_000, by: 100) {
      #expect(recording.level(hertz) < loudest - 24, "\(hertz) Hz")
    }
  }

  @Test func `the subwoofer passes a low buzz and attenuates a high one`() {
    func level(_ sharpness: Double, _ mode: MonitorMode) -> Double {
      let recording = rendered([buzz(0, 0.3, 1, sharpness)], .monitor, settings { $0.monitor = mode })[0]
      return inDecibels(recording.part(0.15, 0.29).sine(80 * pow(230.0 / 80, sharpness)).amplitude)
    }
    // 80 and 230 Hz through a Linkwitz-Riley filter at 120 Hz.
    #expect(abs(level(0, .subwoofer) - level(0, .full) + 1.57) < 0.1)
    #expect(abs(level(1, .subwoofer) - level(1, .full) + 23.2) < 0.2)
  }

  @Test func `the small speaker's harmonics keep their balance in a rendered buzz`() {
    let recording = rendered([buzz(0, 0.6, 1, 0)], .monitor, settings { $0.monitor = .smallSpeaker })[0]
    let settled = recording.part(0.3, 0.55)
    // 0.5, 0.35, 0.25, 0.18 through the high-pass at 150 Hz, relative to the second harmonic.
    let ideal = [2: 0.0, 3: 0.6, 4: -1.5, 5: -4.1]
    let second = settled.level(160)
    for (harmonic, level) in ideal {
      #expect(abs(settled.level(80 * Double(harmonic)) - second - level) < 1.5, "\(harmonic)")
    }
  }

  @Test func `the small speaker plays harmonics instead of the fundamental`() {
    let recording = rendered([buzz(0, 0.5, 1, 0)], .monitor, settings { $0.monitor = .smallSpeaker })[0]
    let settled = recording.part(0.2, 0.48)
    for harmonic in 2...4 {
      #expect(settled.level(80 * Double(harmonic)) > settled.level(80) + 6, "\(harmonic)")
    }
  }

  @Test func `the audio signal contains the sounds and no haptics`() {
    let entries = [tone(0, 0.2), buzz(0, 0.3), tap(0.25)]
    let both = rendered(entries, .audio)
    let alone = rendered([tone(0, 0.2), buzz(0, 0.3, 0), tap(0.25, 0)], .monitor)
    let count = min(both[0].samples.count, alone[0].samples.count)
    #expect(count > 9_600)
    #expect(both[0].samples[..<count].elementsEqual(alone[0].samples[..<count]))
    #expect(both[0].part(0.25, 0.3).peak == 0)
  }
}

/// Sounds that are hard to limit because their peaks lie between the frames.
struct LoudSound: CustomTestStringConvertible {
  let testDescription: String
  let samples: [Float]

  static let all: [LoudSound] = [
    LoudSound("a low sine") { 30 * sin(Double($0) * 0.03) },
    LoudSound("a sine at a quarter of the rate, beside its peaks") { 4 * sin(Double.pi * (0.5 * Double($0) + 0.25)) },
    LoudSound("a sine at a third of the rate") { 1.3 * sin(2 * Double.pi * Double($0) / 3 + 0.1) },
    LoudSound("just below the ceiling") { 0.89 * sin(Double.pi * (0.5 * Double($0) + 0.25)) * 2.0.squareRoot() },
    LoudSound("a square") { $0 / 7 % 2 == 0 ? 0.88 : -0.88 },
    LoudSound("bursts of a square") { $0 % 900 < 100 ? ($0 / 3 % 2 == 0 ? 2 : -2) : 0.1 },
    LoudSound("single frames") { $0 % 501 == 0 ? 5 : 0.2 },
  ]

  private init(_ name: String, _ value: (Int) -> Double) {
    testDescription = name
    // The limiter idles in the silence and has to notice when the sound begins.
    samples = [Float](repeating: 0, count: 640) + (0..<6_400).map { Float(value($0)) }
  }
}

extension Recording {
  /// Largest magnitude at eight points per frame, by an independent kernel of 128 frames.
  var oversampledPeak: Double {
    var most = 0.0
    for frame in 64..<max(64, samples.count - 64) {
      for place in 0..<8 {
        var sum = 0.0
        for tap in -63...64 {
          let distance = Double.pi * (Double(tap) - Double(place) / 8)
          let window = 0.5 + 0.5 * cos(distance / 64.5)
          sum += samples[frame + tap] * (distance == 0 ? 1 : sin(distance) / distance) * window
        }
        most = max(most, abs(sum))
      }
    }
    return most
  }
}
