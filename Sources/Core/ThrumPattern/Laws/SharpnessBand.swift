/// Default frequencies for sharpness. They are assumptions: see decision 0003.
package enum SharpnessBand {
  /// Frequency at sharpness 0.
  package static let lowestHertz = 80.0
  /// Frequency at sharpness 1.
  package static let highestHertz = 230.0

  /// Returns the sharpness of a frequency, clamped to 0…1.
  package static func sharpness(hertz: Double) -> Double {
    hertz > lowestHertz ? min(1, logarithmBase2(hertz / lowestHertz) / octaves) : 0
  }

  private static let octaves = logarithmBase2(highestHertz / lowestHertz)
}
