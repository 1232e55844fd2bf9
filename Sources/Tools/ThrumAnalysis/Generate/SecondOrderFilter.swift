import ThrumDevice

/// A second-order filter (bilinear transform, transposed direct form II).
struct SecondOrderFilter {
  private let b0, b1, b2, a1, a2: Double
  private var (first, second) = (0.0, 0.0)

  /// Qualities of the two sections of a Butterworth filter of the fourth order.
  private static let qualities = [0.5412, 1.3066]

  /// Two sections that make a high-pass of the fourth order.
  static func highPass(hertz: Double, sampleRate: SampleRate) -> [SecondOrderFilter] {
    qualities.map { SecondOrderFilter(hertz: hertz, quality: $0, sampleRate: sampleRate, sign: -1) }
  }

  /// Two sections that make a low-pass of the fourth order.
  static func lowPass(hertz: Double, sampleRate: SampleRate) -> [SecondOrderFilter] {
    qualities.map { SecondOrderFilter(hertz: hertz, quality: $0, sampleRate: sampleRate, sign: 1) }
  }

  /// - Parameter sign: 1 for a low-pass, −1 for a high-pass.
  private init(hertz: Double, quality: Double, sampleRate: SampleRate, sign: Double) {
    let turns = min(hertz, 0.4 * sampleRate) / sampleRate
    let (sine, cosine) = (sineOfTurns(turns), sineOfTurns(turns + 0.25))
    let alpha = sine / (2 * quality)
    let scale = 1 / (1 + alpha)
    let middle = 1 - sign * cosine
    (b0, b1, b2) = (middle / 2 * scale, sign * middle * scale, middle / 2 * scale)
    (a1, a2) = (-2 * cosine * scale, (1 - alpha) * scale)
  }

  mutating func next(_ sample: Double) -> Double {
    let output = b0 * sample + first
    first = b1 * sample - a1 * output + second
    second = b2 * sample - a2 * output
    return output
  }
}

extension [SecondOrderFilter] {
  /// Passes a sample through all sections.
  mutating func next(_ sample: Double) -> Double {
    var sample = sample
    for section in indices { sample = self[section].next(sample) }
    return sample
  }
}
