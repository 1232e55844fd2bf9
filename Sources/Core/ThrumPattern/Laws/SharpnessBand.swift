/// Default frequencies of sharpness. Assumed; see decision 0003.
package enum SharpnessBand {
  /// At sharpness 0.
  package static let lowestHertz = 80.0
  /// At sharpness 1.
  package static let highestHertz = 230.0

  /// Clamped to the band.
  package static func sharpness(hertz: Double) -> Double {
    hertz > lowestHertz ? min(1, logarithmBase2(hertz / lowestHertz) / octaves) : 0
  }

  private static let octaves = logarithmBase2(highestHertz / lowestHertz)
}
