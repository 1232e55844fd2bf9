import ThrumPattern

/// What every Android device with the feature promises to play, and what Thrum reads.
package enum VibrationLimits {
  /// Points of an envelope (`VibratorEnvelopeEffectInfo.getMaxSize`, API level 36).
  package static let points = 16
  /// Shortest line of an envelope, ms (`getMinControlPointDurationMillis`).
  package static let shortestLine = 20
  /// Longest line of an envelope, ms (`getMaxControlPointDurationMillis`).
  package static let longestLine = 1_000

  /// Longest effect that is read, and longest part of one, ms: an hour, as a clip.
  static let longestEffect = 3_600_000
  /// Frequencies that are read, Hz.
  static let hertz = 0.001...100_000.0

  /// How short a vibration on its own is treated as a tap, ms.
  package static let tap = 30

  /// How long a motor runs for a tap: 10 ms when it is crisp, 20 ms when it is round.
  package static func tapMilliseconds(sharpness: Double) -> Int {
    20 - Int((10 * min(1, max(0, sharpness))).rounded())
  }

  /// The sharpness of a tap that a motor runs for.
  static func tapSharpness(milliseconds: Int) -> Double { Double(20 - min(20, max(10, milliseconds))) / 10 }
}

extension ClosedRange<Double> {
  /// For messages: `from 0 to 1`.
  var words: String {
    func shown(_ bound: Double) -> String { bound == bound.rounded() ? "\(Int(bound))" : "\(bound)" }
    return "from \(shown(lowerBound)) to \(shown(upperBound))"
  }
}
