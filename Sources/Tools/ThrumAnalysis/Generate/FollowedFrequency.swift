import ThrumPattern

/// The frequency that sharpness follows in a generated pattern.
package enum FollowedFrequency: String, CaseIterable, Sendable {
  /// Pitch of tones, and spectral centroid of everything else.
  case pitch
  case centre

  /// Frequencies for sharpness 0 and 1, Hz.
  private static let (lowest, highest) = (40.0, 5_000.0)

  /// Maps a frequency to sharpness on an octave scale.
  static func sharpness(_ hertz: Double) -> Double {
    guard hertz > lowest else { return 0 }
    return min(1, logarithmBase2(hertz / lowest) / logarithmBase2(highest / lowest))
  }
}
