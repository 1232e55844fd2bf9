import Foundation
import TestSupport
import ThrumAnalysis
import ThrumDevice
import ThrumOffline
import ThrumPattern

/// A known sound, and the required quality of the pattern generated from it. Tests check it, `make bench-generate`
/// prints it.
package struct GenerationCase: Sendable, CustomStringConvertible {
  /// Description of the measurement.
  package let name: String
  /// The smallest figure that passes, or the largest.
  package let bound: Double
  /// Whether larger is better.
  package let atLeast: Bool
  private let measured: @Sendable () -> Double

  /// Computes the figure.
  package func measure() -> Double { measured() }

  /// Whether a figure is within the bound.
  package func passes(_ figure: Double) -> Bool { atLeast ? figure >= bound : figure <= bound }

  package var description: String { name }

  init(_ name: String, atLeast bound: Double, _ measured: @escaping @Sendable () -> Double) {
    (self.name, self.bound, atLeast, self.measured) = (name, bound, true, measured)
  }

  init(_ name: String, atMost bound: Double, _ measured: @escaping @Sendable () -> Double) {
    (self.name, self.bound, atLeast, self.measured) = (name, bound, false, measured)
  }

  /// Every case.
  package static let all: [GenerationCase] = onsets + nothing + shapes + tones

  // MARK: Onsets

  private static let tempos = [60.0, 90, 120, 160, 200, 240]

  private static let onsets: [GenerationCase] =
    tempos.map { bpm in score("drums, \(Int(bpm)) beats a minute", 0.95) { .drums(bpm: bpm) } }
    + tempos.map { bpm in
      score("the same under chords, \(Int(bpm))", 0.95) {
        var sound = SyntheticSound.drums(bpm: bpm)
        sound.addChords()
        return sound
      }
    }
    + tempos.map { bpm in
      score("in white noise 10 dB below, \(Int(bpm))", 0.9) {
        var sound = SyntheticSound.drums(bpm: bpm)
        sound.addNoise(snr: 10)
        return sound
      }
    }
    + [(5.0, 0.95), (12, 0.95), (16, 0.95), (20, 0.95), (25, 0.9), (30, 0.9)].map { rate, bound in
      score("identical clicks, \(Int(rate)) per second", bound) { .clicks(perSecond: rate) }
    }
    + [
      score("a snare roll, 16 per second", 0.9) { .roll(perSecond: 16) },
      score("drums in a hall of 2.5 s", 0.95) {
        var sound = SyntheticSound.drums(bpm: 110)
        sound.addHall()
        return sound
      },
      GenerationCase("onsets of drums: median error, ms", atMost: 2) { timing(.drums(bpm: 120)) },
      GenerationCase("onsets of clicks: median error, ms", atMost: 2) { timing(.clicks(perSecond: 8)) },
      GenerationCase("a sound that begins with its first hit: its time, ms", atMost: 0) {
        1000 * (SyntheticSound.clicks(perSecond: 4, lead: 0).pattern().taps.first?.time ?? 1)
      },
      GenerationCase("a first hit after 2 ms: its time, ms", atMost: 2) {
        1000 * (SyntheticSound.clicks(perSecond: 4, lead: 0.002).pattern().taps.first?.time ?? 1)
      },
      score("drums that fade in over 6 s", 0.95) {
        var sound = SyntheticSound.drums(bpm: 120)
        sound.fade { 0.03 + 0.97 * min(1, $0 / 6) }
        return sound
      },
      score("tones that swell in 30 ms, apart", 0.95) {
        var sound = SyntheticSound(seconds: 7)
        sound.addNotes(decay: 12)
        return sound
      },
      score("tones that swell in 30 ms, over each other", 0.95) {
        var sound = SyntheticSound(seconds: 7)
        sound.addNotes(decay: 3)
        return sound
      },
      score("plucked strings that ring into each other", 0.8) {
        var sound = SyntheticSound(seconds: 8)
        sound.addPlucks()
        return sound
      },
    ]

  /// Median distance of the found onsets from the known ones, ms.
  static func timing(_ sound: SyntheticSound) -> Double {
    let errors = sound.pattern().taps.map { tap in sound.onsets.map { abs($0 - tap.time) }.min() ?? 1 }.sorted()
    return errors.isEmpty ? 1000 : 1000 * errors[errors.count / 2]
  }

  /// F-measure of onsets within 20 ms.
  static func score(_ name: String, _ bound: Double, _ sound: @escaping @Sendable () -> SyntheticSound)
    -> GenerationCase
  {
    GenerationCase("\(name): F-measure", atLeast: bound) {
      let sound = sound()
      return onsetScore(sound.pattern().taps.map(\.time), sound.onsets)
    }
  }

  // MARK: Without onsets

  private static let nothing: [GenerationCase] = [
    GenerationCase("silence: events", atMost: 0) { Double(SyntheticSound(seconds: 3).pattern().events.count) },
    GenerationCase("dither: events", atMost: 0) { Double(SyntheticSound.dither(seconds: 6).pattern().events.count) },
    GenerationCase("hiss at −75 dBFS: events", atMost: 0) {
      var hiss = SyntheticSound.noise(seconds: 6)
      hiss.fade { _ in 0.001_78 }
      return Double(hiss.pattern().events.count)
    },
    steady(hertz: 50), steady(hertz: 440), steady(hertz: 3_000), tremolo(depth: 0.2), tremolo(depth: 0.4),
    transients("a swell of 4 s") { .tone(hertz: 200, seconds: 4) { $0 / 4 } },
    transients("vibrato of half a tone, 6 a second") {
      .glide(seconds: 4, hertz: { 440 * (1 + 0.03 * sin(2 * .pi * 6 * $0)) }, risen)
    },
    transients("a glide of two octaves in 4 s") { .glide(seconds: 4, hertz: { 110 * exp2($0 / 2) }, risen) },
    GenerationCase("white noise alone: transients a second", atMost: 0.5) {
      Double(SyntheticSound.noise(seconds: 20).pattern().taps.count) / 20
    },
  ]

  /// A level that rises within half a second.
  @Sendable private static func risen(_ time: Double) -> Double { 0.5 * min(1, time / 0.5) }

  private static func steady(hertz: Double) -> GenerationCase {
    transients("a steady tone of \(Int(hertz)) Hz") { .tone(hertz: hertz, seconds: 4, risen) }
  }

  private static func tremolo(depth: Double) -> GenerationCase {
    transients("tremolo of \(Int(depth * 100)) %") {
      .tone(hertz: 300, seconds: 4) { time in
        risen(time) * (1 - depth + depth * sin(2 * .pi * 4 * time))
      }
    }
  }

  private static func transients(_ name: String, _ sound: @escaping @Sendable () -> SyntheticSound) -> GenerationCase {
    GenerationCase("\(name): transients", atMost: 0) { Double(sound().pattern().taps.count) }
  }

  // MARK: Shapes

  private static let shapes: [GenerationCase] = [
    GenerationCase("swells: correlation of what is felt and heard", atLeast: 0.9) {
      let sound = SyntheticSound.tone(hertz: 300, seconds: 6) { time in
        0.5 * (0.5 - 0.5 * cos(2 * .pi * time / 1.5)) * (time < 3 ? 1 : 0.5) + 0.001
      }
      return likeness(sound, seconds: 6)
    },
    GenerationCase("speech-like bursts: correlation", atLeast: 0.9) {
      let sound = SyntheticSound.tone(hertz: 200, seconds: 6) { time in
        let syllable = time.truncatingRemainder(dividingBy: 0.4)
        return syllable < 0.25 ? 0.4 * sin(.pi * syllable / 0.25) * (0.5 + 0.5 * sin(time * 1.7) * sin(time * 1.7)) : 0
      }
      return likeness(sound, seconds: 6)
    },
    GenerationCase("sharpness over the spectrum, 80 Hz to 2.5 kHz: falls", atMost: 0) {
      let sharpness = [80.0, 160, 400, 1_000, 2_500].map { hertz -> Double in
        let sound = SyntheticSound.tone(hertz: hertz, seconds: 1) { $0 < 0.3 ? 0 : exp(-($0 - 0.3) * 20) }
        return sound.pattern().taps.first?.value(of: .hapticSharpness) ?? -1
      }
      return Double(zip(sharpness, sharpness.dropFirst()).count { $0 >= $1 })
    },
  ]

  /// Correlation of the modelled phone's acceleration with the sound, as RMS over 20 ms.
  private static func likeness(_ sound: SyntheticSound, seconds: Double) -> Double {
    let pattern = sound.pattern { $0.hasTransients = false }
    var renderer = OfflineRenderer([pattern], settings: RenderSettings(), signal: .acceleration)
    var felt: [Float] = []
    while renderer.renderNext({ felt += $0 }) {}
    func envelope(_ samples: [Float], _ rate: Double) -> [Double] {
      let width = Int(rate * 0.02)
      return (0..<Int(seconds / 0.02)).map { block in
        let part = samples.dropFirst(block * width).prefix(width)
        return part.isEmpty ? 0 : (part.reduce(0) { $0 + Double($1 * $1) } / Double(part.count)).squareRoot()
      }
    }
    return correlation(envelope(felt, 48_000), envelope(sound.samples, SyntheticSound.rate))
  }

  static func correlation(_ a: [Double], _ b: [Double]) -> Double {
    let (meanA, meanB) = (a.reduce(0, +) / Double(a.count), b.reduce(0, +) / Double(b.count))
    var (product, squareA, squareB) = (0.0, 0.0, 0.0)
    for (x, y) in zip(a, b) {
      product += (x - meanA) * (y - meanB)
      squareA += (x - meanA) * (x - meanA)
      squareB += (y - meanB) * (y - meanB)
    }
    return product / (squareA * squareB).squareRoot()
  }
}

extension SyntheticSound {
  /// The pattern generated from the sound.
  package func pattern(_ change: (inout PatternGenerator.Options) -> Void = { _ in }) -> Pattern {
    var options = PatternGenerator.Options()
    change(&options)
    return PatternGenerator(features, options).pattern()
  }

  package var features: SoundFeatures {
    let found = SoundFeatures(sampleRate: SyntheticSound.rate, band: SoundFeatures.wholeBand) { body throws(Never) in
      for start in stride(from: 0, to: samples.count, by: 7_000) {
        body(Array(samples[start..<min(samples.count, start + 7_000)]))
      }
    }
    guard let found else { preconditionFailure("the sound is empty") }
    return found
  }
}

extension Pattern {
  /// The transient events.
  package var taps: [Event] { events.filter { $0.type == .hapticTransient } }
}
