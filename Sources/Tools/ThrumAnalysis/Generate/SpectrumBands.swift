import ThrumPattern

/// Logarithmic bands, four per octave from 30 Hz to 15 kHz.
struct SpectrumBands {
  private var ranges: [Range<Int>] = []
  /// Centre frequencies in octaves above 1 Hz.
  private(set) var octaves: [Double] = []

  init(binHertz: Double, bins: Int) {
    var low = 1
    var edge = 30.0
    while edge < 15_000, low <= bins {
      edge *= 1.189207115
      let high = min(bins + 1, max(low + 1, Int((edge / binHertz).rounded())))
      if Double(high) * binHertz >= edge / 1.19 || high == low + 1 {
        ranges.append(low..<high)
        octaves.append(logarithmBase2((Double(low) + Double(high) - 1) / 2 * binHertz))
        low = high
      }
    }
  }

  func isWide(_ band: Int) -> Bool { ranges[band].count > 2 }

  func amplitudes(_ bins: [Double]) -> [Double] {
    ranges.map { range in
      var sum = 0.0
      for bin in range { sum += bins[bin] * bins[bin] }
      return sum.squareRoot()
    }
  }

  /// Maps amplitude to 0…1 over about 60 dB.
  static func level(_ amplitude: Double) -> Double { decibels(1 + 1000 * amplitude) / 60 }
}
