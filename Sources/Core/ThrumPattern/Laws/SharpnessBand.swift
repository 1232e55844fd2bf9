/// The default frequency band of sharpness. Assumed; see decision 0003.
package enum SharpnessBand {
  /// Frequency at sharpness 0, Hz.
  package static let lowestHertz = 80.0
  /// Frequency at sharpness 1, Hz.
  package static let highestHertz = 230.0

  /// The sharpness that corresponds to a frequency in Hz, clamped to the band.
  package static func sharpness(hertz: Double) -> Double {
    hertz > lowestHertz ? min(1, logarithmBase2(hertz / lowestHertz) / octaves) : 0
  }

  private static let octaves = logarithmBase2(highestHertz / lowestHertz)
}
