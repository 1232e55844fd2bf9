import ThrumDevice
import ThrumPattern

/// Reads a recorded acceleration at any moment, by the law of ``FeltMeter``.
struct FeltReader {
  /// An acceleration at about 1.6 kHz.
  struct Recording {
    fileprivate let samples: [Float]
    /// In seconds.
    fileprivate let start: Double

    /// - Parameters:
    ///   - acceleration: at ``MotorRendering/rate``, g.
    ///   - start: time of the first sample, s.
    init(_ acceleration: [Float], start: Double) {
      self.start = start
      let perSample = FeltReader.framesPerSample
      samples = stride(from: 0, to: acceleration.count - perSample + 1, by: perSample).map { first in
        var sum: Float = 0
        for frame in first..<first + perSample { sum += acceleration[frame] }
        return sum / Float(perSample)
      }
    }
  }

  /// Frames of ``MotorRendering`` that become one sample.
  static let framesPerSample = 5
  private static let rate = MotorRendering.rate / Double(framesPerSample)

  private let window = Int(saturating: rate * FeltMeter.windowSeconds)
  private let bins: FeltBins
  private var transform: FourierTransform
  private var one: [Double]
  private var other: [Double]
  private var scratch: [Float]
  private let brief = BriefEnergy(rate: rate)

  init() {
    let count = 1_024
    bins = FeltBins(rate: FeltReader.rate, count: count, window: window)
    transform = FourierTransform(count: count, window: window)
    one = [Double](repeating: 0, count: count / 2 + 1)
    other = one
    scratch = [Float](repeating: 0, count: 2 * window)
  }

  /// Returns the readings of the 533 ms around two moments, s.
  mutating func readings(of recording: Recording, at moments: (Double, Double)) -> (
    FeltMeter.Reading, FeltMeter.Reading
  ) {
    for (half, moment) in [moments.0, moments.1].enumerated() {
      let begin = recording.place(of: moment) - window / 2
      for place in 0..<window { scratch[half * window + place] = recording[begin + place] }
    }
    scratch.withUnsafeBufferPointer { transform.amplitudes($0, 0, window, into: &one, &other) }
    return (bins.reading(of: one), bins.reading(of: other))
  }

  /// Returns the energies, relative to the threshold, of two recordings in the 30 ms from a moment on, s, or `nil` if
  /// the second is silent then.
  func brief(_ first: Recording, _ second: Recording, from moment: Double) -> (Double, Double)? {
    brief.energy(of: second, from: moment).flatMap { other in (brief.energy(of: first, from: moment) ?? 0, other) }
  }
}

extension FeltReader.Recording {
  fileprivate func place(of moment: Double) -> Int {
    Int(saturating: ((moment - start) * FeltReader.rate).rounded())
  }

  /// 0 outside of the recording.
  fileprivate subscript(place: Int) -> Float { samples.indices.contains(place) ? samples[place] : 0 }
}

/// Energy of 30 ms, weighted by the threshold of touch.
private struct BriefEnergy {
  private let count: Int
  private let weights: [Double]
  /// For each frequency, one period of the cosine and of the sine.
  private let cosines: [Float], sines: [Float]

  private static let seconds = 0.03

  init(rate: Double) {
    let count = Int(saturating: rate * BriefEnergy.seconds)
    let numbers = (1...Int(saturating: 400 * BriefEnergy.seconds))
    let turns = numbers.flatMap { number in (0..<count).map { Double(number * $0) / Double(count) } }
    self.count = count
    weights = numbers.map { number in
      let weight = gain(decibels: -FeltStrength.threshold(atHertz: Double(number) / BriefEnergy.seconds))
      return weight * weight
    }
    cosines = turns.map { Float(sineOfTurns($0 + 0.25)) }
    sines = turns.map { Float(sineOfTurns($0)) }
  }

  /// `nil` for silence.
  func energy(of recording: FeltReader.Recording, from moment: Double) -> Double? {
    let first = recording.place(of: moment)
    let samples = (first..<first + count).map { recording[$0] }
    guard samples.contains(where: { abs($0) > 1e-6 }) else { return nil }
    var sum = 0.0
    for (place, weight) in weights.enumerated() {
      var (real, imaginary): (Float, Float) = (0, 0)
      for index in 0..<count {
        real += samples[index] * cosines[place * count + index]
        imaginary += samples[index] * sines[place * count + index]
      }
      sum += weight * Double(real * real + imaginary * imaginary)
    }
    return sum
  }
}

extension FeltMeter.Reading {
  /// Energy relative to a steady sine at the threshold.
  var overThreshold: Double { low.overThreshold + high.overThreshold }
}
