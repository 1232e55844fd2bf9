import ThrumPattern

/// Limits of Thrum's readers, and of every Android device with envelopes.
package enum VibrationLimits {
  /// Maximum number of points in an envelope (`VibratorEnvelopeEffectInfo.getMaxSize`, API level 36).
  package static let points = 16
  /// Minimum length of a segment, ms (`getMinControlPointDurationMillis`).
  package static let shortestLine = 20
  /// Maximum length of a segment, ms (`getMaxControlPointDurationMillis`).
  package static let longestLine = 1_000

  /// Returns into how many segments a line is divided, ms.
  static func segments(_ length: Int) -> Int { (length + longestLine - 1) / longestLine }

  /// Maximum length of a readable effect in ms: an hour, as for a clip.
  static let longestEffect = 3_600_000
  static let hertz = 0.001...100_000.0

  /// Isolated vibrations shorter than this (ms) are taps.
  package static let tap = 30

  /// Returns the length of a tap in ms: 10 for a crisp tap, 20 for a round one.
  package static func tapMilliseconds(sharpness: Double) -> Int {
    20 - Int(saturating: (10 * min(1, max(0, sharpness))).rounded())
  }

  static func tapSharpness(milliseconds: Int) -> Double { Double(20 - min(20, max(10, milliseconds))) / 10 }
}
