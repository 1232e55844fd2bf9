import ThrumDevice
import ThrumPattern

/// A recording of the ``FitPattern``, resampled, aligned and free of hum.
struct FitRecording {
  /// Sample rate, 35 times the default map's highest frequency.
  static let rate = 8_000.0

  private let samples: [Double]
  private var place: PatternPlace
  let hum: MainsHum?

  /// - Throws: ``FitError`` if the recording is too short, too long, silent or clipped, or lacks the pattern.
  init(_ sound: SoundMemory, sensor: SensorResponse? = nil) throws(FitError) {
    let wanted = FitPattern.seconds
    guard sound.seconds >= wanted - 0.5 else {
      throw FitError(
        "it lasts \(oneDecimal(sound.seconds)) s, but the test pattern lasts \(oneDecimal(wanted)) s: record all of it",
        .unusable)
    }
    guard sound.seconds <= 600 else {
      throw FitError("it lasts \(oneDecimal(sound.seconds)) s: the limit is 600 s", .unusable)
    }
    let recorded = sound.loudestChannel(at: sound.sampleRate)
    guard recorded.contains(where: { $0 != 0 }) else { throw FitError("it is silent", .unusable) }
    guard Clipping.flatPeaks(in: recorded) < 3 else {
      throw FitError("its peaks are cut off: record again at a lower level")
    }
    var heard = FitRecording.cropped(sound.loudestChannel(at: FitRecording.rate))
    hum = MainsHum(heard, at: FitRecording.rests(of: heard), rate: FitRecording.rate)
    if let hum { heard = hum.removed(from: heard, rate: FitRecording.rate) }
    if let sensor { heard = sensor.corrected(heard, rate: FitRecording.rate) }
    samples = heard
    guard let found = PatternPlace(in: heard) else {
      throw FitError(
        "the test pattern was not found: play the file that `thrum fit --pattern` writes, from start to end, without other sounds",
        .unusable)
    }
    place = found
    place.stretch += drift
    let offset = place.stretch - 1
    guard abs(offset) < FitRecording.mostDrift else {
      throw FitError(
        "it runs \(fixed(100 * abs(offset), 2)) % too \(offset > 0 ? "slowly" : "fast"): its sample rate or the device's clock is wrong"
      )
    }
  }

  /// Largest relative difference between the clocks of the device and the recorder, and so the largest frequency error.
  private static let mostDrift = 0.0005

  /// Delay of repeated taps relative to the time between them, or 0 if the repeats disagree.
  private var drift: Double {
    var (product, power) = (0.0, 0.0)
    for place in FitPattern.tapSharpnesses.indices {
      let tap = RecordedTap(self, place, turns: 0..<FitPattern.repeats, hertz: 0)
      guard tap.noise < 0.1 * tap.energy else { return 0 }
      for (turn, delay) in tap.delays.enumerated() {
        let index = turn * FitPattern.tapSharpnesses.count + place
        let apart = FitPattern.taps[index].start - FitPattern.taps[place].start
        product += apart * delay
        power += apart * apart
      }
    }
    return product / power
  }

  /// Returns part of the samples, with zeros outside the recording.
  func part(from start: Double, seconds: Double) -> [Double] {
    let first = place.begin + Int(saturating: (start * place.stretch * FitRecording.rate).rounded())
    return (first..<first + Int(saturating: (seconds * FitRecording.rate).rounded())).map {
      samples.indices.contains($0) ? samples[$0] : 0
    }
  }

  /// Returns the pattern and 2 s on either side of it, because hum stays steady only for a while.
  private static func cropped(_ samples: [Double]) -> [Double] {
    let margin = 2 * rate
    let length = FitPattern.seconds * rate
    guard Double(samples.count) > length + 4 * margin, let place = PatternPlace(in: samples) else { return samples }
    let first = max(0, place.begin - Int(margin))
    let end = min(samples.count, place.begin + Int(length * place.stretch + margin))
    return Array(samples[first..<end])
  }

  /// Returns the quietest quarter of the recording, as parts of 0.1 s.
  private static func rests(of samples: [Double]) -> [Range<Int>] {
    let length = Int(saturating: 0.1 * rate)
    let parts = stride(from: 0, to: samples.count - length, by: length).map { first in
      (range: first..<first + length, energy: samples[first..<first + length].reduce(0) { $0 + $1 * $1 })
    }
    return parts.sorted { $0.energy < $1.energy }.prefix(parts.count / 4).map(\.range)
  }
}

private func oneDecimal(_ value: Double) -> String { String((value * 10).rounded() / 10) }

/// Detects peaks cut off by a recorder or amplifier.
///
/// A clipped peak is flat with steep edges. At half the length of the peak beyond each of its ends, the signal has
/// fallen further than beside a rounded peak.
enum Clipping {
  static func flatPeaks(in samples: [Double]) -> Int {
    let (high, low) = (samples.max() ?? 0, -(samples.min() ?? 0))
    guard max(high, low) > 0 else { return 0 }
    return flatPeaks(samples, at: high, sign: 1) + flatPeaks(samples, at: low, sign: -1)
  }

  private static func flatPeaks(_ samples: [Double], at level: Double, sign: Double) -> Int {
    guard level > 0 else { return 0 }
    var peaks = 0
    var index = 0
    while index < samples.count {
      let begin = index
      while index < samples.count, sign * samples[index] >= 0.9999 * level { index += 1 }
      let length = index - begin
      if length >= 3 {
        let reach = max(1, length / 2)
        let (before, after) = (begin - reach, index - 1 + reach)
        if samples.indices.contains(before), samples.indices.contains(after),
          sign * samples[before] < 0.96 * level, sign * samples[after] < 0.96 * level
        {
          peaks += 1
        }
      }
      index += 1
    }
    return peaks
  }
}

/// Harmonics of 50 or 60 Hz.
struct MainsHum {
  let hertz: Double
  private let lines: [Line]

  private struct Line {
    let hertz: Double
    let cosine: Double
    let sine: Double

    func value(at time: Double) -> Double {
      let turns = hertz * time
      return cosine * sineOfTurns(turns + 0.25) + sine * sineOfTurns(turns)
    }
  }

  private static let harmonics = 6

  /// Returns `nil` unless hum dominates while the device is at rest.
  init?(_ samples: [Double], at rests: [Range<Int>], rate: Double) {
    let total = rests.reduce(0.0) { sum, rest in samples[rest].reduce(sum) { $0 + $1 * $1 } }
    guard total > 0 else { return nil }
    func explained(_ hertz: Double) -> Double {
      MainsHum.fitted(samples, rests, hertz, rate).reduce(0) { $0 + $1.energy }
    }
    var best = (hertz: 0.0, energy: 0.0)
    for mains in [50.0, 60.0] {
      for step in -10...10 {
        let hertz = mains + 0.01 * Double(step) * mains / 50
        let energy = explained(hertz)
        if energy > best.energy { best = (hertz, energy) }
      }
    }
    guard best.energy > 0.5 * total else { return nil }
    hertz = highest(of: explained, within: best.hertz - 0.01...best.hertz + 0.01, steps: 12)
    lines = MainsHum.fitted(samples, rests, hertz, rate).map(\.line)
  }

  var note: String { "mains hum at \(fixed(hertz, 1)) Hz is removed" }

  func removed(from samples: [Double], rate: Double) -> [Double] {
    samples.enumerated().map { index, sample in
      lines.reduce(sample) { $0 - $1.value(at: Double(index) / rate) }
    }
  }

  private static func fitted(
    _ samples: [Double], _ rests: [Range<Int>], _ hertz: Double, _ rate: Double
  ) -> [(line: Line, energy: Double)] {
    var left = rests.map { Array(samples[$0]) }
    return (1...harmonics).map { harmonic in
      let hertz = hertz * Double(harmonic)
      var (cc, cs, ss, xc, xs) = (0.0, 0.0, 0.0, 0.0, 0.0)
      for (rest, part) in zip(rests, left) {
        for (index, sample) in zip(rest, part) {
          let turns = hertz * Double(index) / rate
          let (c, s) = (sineOfTurns(turns + 0.25), sineOfTurns(turns))
          (cc, cs, ss) = (cc + c * c, cs + c * s, ss + s * s)
          (xc, xs) = (xc + sample * c, xs + sample * s)
        }
      }
      let determinant = cc * ss - cs * cs
      guard determinant > 0 else { return (Line(hertz: hertz, cosine: 0, sine: 0), 0) }
      let line = Line(
        hertz: hertz, cosine: (xc * ss - xs * cs) / determinant, sine: (xs * cc - xc * cs) / determinant)
      for (place, rest) in rests.enumerated() {
        for (offset, index) in rest.enumerated() { left[place][offset] -= line.value(at: Double(index) / rate) }
      }
      return (line, line.cosine * xc + line.sine * xs)
    }
  }
}

package struct FitError: Error, CustomStringConvertible {
  package enum Kind: Sendable {
    /// The recording lacks part of the test pattern.
    case unusable
    /// A result would be wrong by more than its uncertainty.
    case untrusted
  }

  package let kind: Kind
  package let description: String

  init(_ description: String, _ kind: Kind = .untrusted) {
    self.kind = kind
    self.description = description
  }
}
