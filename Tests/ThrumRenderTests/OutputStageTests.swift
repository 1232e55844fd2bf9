import Foundation
import ThrumEngine
import ThrumPattern
import TestSupport
import Testing

import ThrumDevice
@testable import ThrumRender

@Suite struct OutputStageTests {
  /// Passes sounds alone through the stage of some settings; returns the left channel without its delay.
  private func monitored(_ sound: [Float], _ settings: RenderSettings = .init()) -> [Double] {
    var stage = OutputStage(settings, clipVolts: 1)
    defer { stage.deallocate() }
    let silence = [Double](repeating: 0, count: 64)
    var work = silence
    var result: [Double] = []
    for start in stride(from: 0, to: sound.count + 128, by: 64) {
      var left = (start..<start + 64).map { $0 < sound.count ? sound[$0] : 0 }
      var right = left
      stage.begin(left: &left, right: &right, hasAudio: true)
      stage.add(acceleration: silence, drive: silence, work: &work, left: &left, right: &right)
      stage.finish(left: &left, right: &right)
      result.append(contentsOf: left.map { Double($0) })
    }
    return Array(result[stage.latency...].prefix(sound.count))
  }

  @Test(arguments: [-1, Float.nan, .infinity, -.infinity])
  func `a volume that is none is ignored`(gain: Float) {
    let rig = Rig([buzz(0, 0.1)]), plain = Rig([buzz(0, 0.1)])
    rig.renderer.controls.setGain(gain)
    for each in [rig, plain] {
      each.send(.start)
      each.run(to: 4_800)
    }
    #expect(rig.left.samples == plain.left.samples)
    #expect(rig.left.peak > 0)
  }

  @Test func `the soft clip is x less 4/27 of its cube`() {
    let ramp = (0..<6_400).map { Float($0) / 6_400 * 0.89 }
    let output = monitored(ramp)
    for (x, y) in zip(ramp.map { Double($0) }, output) { #expect(abs(y - (x - 4 * x * x * x / 27)) < 2e-7) }
    #expect(zip(output, output.dropFirst()).allSatisfy { $0 < $1 })
    #expect(abs(inDecibels(output[1_806] / Double(ramp[1_806])) + 0.08) < 0.005)
  }

  // RENDER-13
  @Test func `no sound is louder than the clipped ceiling`() {
    let loud = (0..<6_400).map { Float(sin(Double($0) * 0.03) * 30) }
    let ceiling = gain(decibels: -1)
    let top = ceiling - 4 * ceiling * ceiling * ceiling / 27
    let peak = Recording(samples: monitored(loud)).peak
    #expect(peak <= top + 1e-6 && peak > top - 0.01)
  }

  @Test func `full scale is 2 g`() {
    let monitor = rendered([buzz(0, 0.3)], .monitor)[0].part(0.15, 0.29)
    // 0.35 g is −15.1 dBFS; the soft clip takes 0.04 dB.
    #expect(abs(inDecibels(monitor.sine(125).amplitude) + 15.18) < 0.05)
    let half = rendered([buzz(0, 0.3)], .monitor, settings { $0.fullScaleG = 1 })[0].part(0.15, 0.29)
    #expect(abs(inDecibels(half.sine(125).amplitude / monitor.sine(125).amplitude) - 6.02) < 0.15)
  }

  @Test func `a change of volume is a ramp of eight quanta`() {
    let rig = Rig([buzz(0, 1)])
    rig.send(.start)
    rig.run(to: 9_600)
    rig.renderer.controls.setGain(0.1)
    rig.run(to: 24_000)
    let before = rig.left.part(0.1, 0.195), whole = rig.left.part(0.1, 0.4)
    #expect(whole.largestStep <= before.largestStep * 1.001)
    #expect(whole.largestBend <= before.peak * 0.9 / 512 + before.largestBend)
    let after = rig.left.part(0.2 + 0.0125, 0.4)
    #expect(abs(after.sine(125).amplitude / before.sine(125).amplitude - 0.1) < 1e-3)
  }

  @Test func `direct gives the drive as a share of the clip's volts`() {
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

  @Test func `offline the limiter's delay is gone: a tap at 0 sounds from frame 0`() {
    let monitor = rendered([tap(0)], .monitor)[0], felt = rendered([tap(0)], .acceleration)[0]
    #expect(monitor.onset(above: 0) == felt.onset(above: 0))
    #expect((felt.onset(above: 0) ?? 9) <= 1)
    for frame in 0..<300 { #expect(abs(monitor.samples[frame] - felt.samples[frame] / 2) < 0.02) }
  }

  @Test func `the shaker has no pitch above 120 Hz`() {
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

  @Test func `a tap in the shaker keeps below 120 Hz`() {
    let recording = rendered([tap(0, 1, 1)], .monitor, settings { $0.monitor = .shaker }, seconds: 0.3)[0]
    let loudest = stride(from: 20.0, through: 120, by: 10).map { recording.level($0) }.max() ?? 0
    for hertz in stride(from: 300.0, through: 2_000, by: 100) {
      #expect(recording.level(hertz) < loudest - 24, "\(hertz) Hz")
    }
  }

  @Test func `the subwoofer keeps the low buzz and loses the high one`() {
    func level(_ sharpness: Double, _ mode: MonitorMode) -> Double {
      let recording = rendered([buzz(0, 0.3, 1, sharpness)], .monitor, settings { $0.monitor = mode })[0]
      return inDecibels(recording.part(0.15, 0.29).sine(80 * pow(230.0 / 80, sharpness)).amplitude)
    }
    // 80 and 230 Hz through a Linkwitz-Riley filter at 120 Hz.
    #expect(abs(level(0, .subwoofer) - level(0, .full) + 1.57) < 0.1)
    #expect(abs(level(1, .subwoofer) - level(1, .full) + 23.2) < 0.2)
  }

  @Test func `the small speaker's harmonics keep their balance on a real buzz`() {
    let recording = rendered([buzz(0, 0.6, 1, 0)], .monitor, settings { $0.monitor = .smallSpeaker })[0]
    let settled = recording.part(0.3, 0.55)
    // 0.5, 0.35, 0.25, 0.18 through the high-pass at 150 Hz, relative to the second harmonic.
    let ideal = [2: 0.0, 3: 0.6, 4: -1.5, 5: -4.1]
    let second = settled.level(160)
    for (harmonic, level) in ideal {
      #expect(abs(settled.level(80 * Double(harmonic)) - second - level) < 1.5, "\(harmonic)")
    }
  }

  @Test func `the small speaker gets harmonics instead of the bass`() {
    let recording = rendered([buzz(0, 0.5, 1, 0)], .monitor, settings { $0.monitor = .smallSpeaker })[0]
    let settled = recording.part(0.2, 0.48)
    for harmonic in 2...4 {
      #expect(settled.level(80 * Double(harmonic)) > settled.level(80) + 6, "\(harmonic)")
    }
  }

  @Test func `the audio signal has the sounds and no haptics`() {
    let entries = [tone(0, 0.2), buzz(0, 0.3), tap(0.25)]
    let both = rendered(entries, .audio)
    let alone = rendered([tone(0, 0.2), buzz(0, 0.3, 0), tap(0.25, 0)], .monitor)
    let count = min(both[0].samples.count, alone[0].samples.count)
    #expect(count > 9_600)
    #expect(both[0].samples[..<count].elementsEqual(alone[0].samples[..<count]))
    #expect(both[0].part(0.25, 0.3).peak == 0)
  }
}
