import Foundation
import TestSupport
import Testing
import ThrumDevice
import ThrumPattern

@testable import ThrumRender

/// AudioContinuous events: one pattern per feature, measured on both channels.
@Suite struct ToneProbeTests {
  private func channels(
    _ parameters: [EventParameterID: Double] = [:], _ more: [PatternEntry] = [],
    _ settings: RenderSettings = .init()
  ) -> [Recording] {
    rendered([tone(0, 0.4, parameters)] + more, .audio, settings, seconds: 0.5)
  }

  // RENDER-10
  @Test(arguments: [(-1.0, 110.0), (-0.5, 155.563), (0, 220), (0.5, 311.127), (1, 440)])
  func `pitch moves the fundamental by up to an octave each way`(pitch: Double, hertz: Double) {
    let steady = channels([.audioPitch: pitch])[0].part(0.05, 0.39)
    #expect(abs(steady.hertz / hertz - 1) < 1e-4)
  }

  @Test func `the partials fall as 1/n`() {
    let steady = channels()[0].part(0.05, 0.39)
    let first = steady.level(220)
    for partial in 2...16 {
      let expected = first - inDecibels(Double(partial))
      #expect(abs(steady.level(220 * Double(partial)) - expected) < 0.6, "\(partial)")
    }
    #expect(steady.peak * 2.0.squareRoot() < 0.25)
  }

  // RENDER-10
  @Test(arguments: [-1.0, -0.5, 0, 0.3, 1])
  func `panning keeps the power constant`(pan: Double) {
    let both = channels([.audioPan: pan]).map { $0.part(0.05, 0.39) }
    let loudest = channels([.audioPan: -1])[0].part(0.05, 0.39).rms
    let angle = (pan + 1) * Double.pi / 4
    #expect(abs(both[0].rms / loudest - cos(angle)) < 3e-3)
    #expect(abs(both[1].rms / loudest - sin(angle)) < 3e-3)
  }

  // PLAY-31
  @Test func `volume is a plain factor, and its control multiplies it`() {
    let full = channels()[0].part(0.05, 0.39).rms
    for volume in [0.1, 0.5] {
      #expect(abs(channels([.audioVolume: volume])[0].part(0.05, 0.39).rms / full - volume) < 3e-3)
    }
    let controlled = channels([.audioVolume: 0.5], [jump(.audioVolumeControl, 0.5, 0)])[0]
    #expect(abs(controlled.part(0.05, 0.39).rms / full - 0.25) < 3e-3)
    #expect(channels([.audioVolume: 0])[0].peak == 0)
  }

  // RENDER-10
  @Test func `lower brightness reduces the high band far more than the fundamental`() {
    func band(_ brightness: Double, _ partials: ClosedRange<Int>) -> Double {
      let steady = channels([.audioBrightness: brightness])[0].part(0.05, 0.39)
      return partials.map { pow(10, steady.level(220 * Double($0)) / 10) }.reduce(0, +)
    }
    let high = [1, 0.75, 0.5, 0.25, 0].map { 10 * log10(band($0, 8...16)) }
    for (brighter, darker) in zip(high, high.dropFirst()) { #expect(darker < brighter - 0.01) }
    // At 0, a second-order low-pass at 300 Hz.
    #expect(abs(high[0] - high[4] - 36) < 6)
    let low = 10 * log10(band(1, 1...1) / band(0, 1...1))
    #expect(abs(low - 10 * log10(1 + pow(220.0 / 300, 4))) < 0.1)
  }

  @Test(arguments: [8_000.0, 11_025, 48_000])
  func `nothing aliases at the highest pitch`(rate: Double) {
    let low = settings { $0.sampleRate = rate }
    let steady = channels([.audioPitch: 1], [], low)[0].part(0.05, 0.39)
    let first = steady.level(440)
    for partial in 1...16 {
      let hertz = 440 * Double(partial)
      if hertz < 0.45 * rate {
        #expect(steady.level(hertz) > first - inDecibels(Double(partial)) - 1)
      } else if hertz < rate {
        // Where the partial would alias.
        let alias = min(hertz, rate - hertz)
        let own = (alias / 440).rounded() * 440
        if abs(alias - own) > 30 { #expect(steady.level(alias) < first - 66, "\(alias) Hz") }
      }
    }
    for hertz in stride(from: 660, to: 0.5 * rate, by: 440) { #expect(steady.level(hertz) < first - 66) }
  }

  @Test func `a tone begins and ends on time, without a click`() {
    let whole = channels([.audioVolume: 1])[0]
    let steady = whole.part(0.05, 0.39)
    #expect(whole.largestStep <= steady.largestStep * 1.001)
    #expect(whole.onset() == 1)
    #expect(abs(whole.end - 0.405) < 0.001)
    // The first and the last millisecond lie within the shortest fades.
    #expect(whole.part(0, 0.001).peak < 0.25 * steady.peak)
    #expect(whole.part(0.404, 0.405).peak < 0.25 * steady.peak)
  }

  // ENV-8
  @Test func `attack, decay and release shape a tone in the same way as a buzz`() {
    let swelling = channels([.attackTime: 0.75])[0]
    let steady = channels()[0]
    let attack = 0.005 * pow(300, 0.75)
    for time in [0.1, 0.2, 0.3] {
      let ratio = swelling.part(time, time + 0.05).rms / steady.part(time, time + 0.05).rms
      #expect(abs(ratio - (time + 0.025) / attack) < 0.02, "\(time) s")
    }
    let dying = channels([.sustained: 0, .decayTime: 0.5])[0]
    let decay = 0.020 * pow(150, 0.5)
    #expect(abs(dying.end - 0.005 - decay) < 0.001)
    let tail = channels([.releaseTime: 0.5])[0]
    let release = 0.005 * pow(300, 0.5)
    #expect(abs(tail.end - 0.4 - release) < 0.001)
  }

  @Test func `pitch, pan and brightness curves glide without clicks`() {
    let plain = channels([.audioPitch: 1, .audioPan: -1])[0].largestStep
    for id in [DynamicParameterID.audioPitchControl, .audioPanControl, .audioBrightnessControl] {
      let moved = channels([:], [curve(id, 0.1, [(0, 0), (0.2, -1)])])
      let jumped = channels([:], [jump(id, -1, 0.2)])
      for recording in moved + jumped { #expect(recording.largestStep < 1.2 * plain, "\(id)") }
    }
    let glide = channels([:], [curve(.audioPitchControl, 0, [(0, -1), (0.4, 1)])])[0]
    for time in [0.1, 0.2, 0.3] {
      let expected = 220 * pow(2, time / 0.2 - 1)
      #expect(abs(glide.part(time - 0.02, time + 0.02).hertz / expected - 1) < 0.02, "\(time) s")
    }
  }

  // PLAY-33
  @Test func `haptic controls do not affect audio, and audio controls do not affect haptics`() {
    let plain = channels()[0]
    #expect(channels([:], [jump(.hapticIntensityControl, 0, 0)])[0].samples == plain.samples)
    let buzzing = drive([buzz(0, 0.2)])
    #expect(drive([buzz(0, 0.2), jump(.audioVolumeControl, 0, 0)]).samples == buzzing.samples)
  }
}
