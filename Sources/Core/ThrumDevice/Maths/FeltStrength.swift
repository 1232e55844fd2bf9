import ThrumPattern

/// Felt strength of a vibration for a hand that grips the device, in dB above the threshold (`Docs/Feel.md`).
///
/// Near the threshold, strength follows the threshold's shape. At 34 dB or more above it, equal velocities feel equally
/// strong. A vibration's level is that of an equally strong vibration at 160 Hz, where both rules agree.
package enum FeltStrength {
  /// Weakest acceleration that a gripping hand feels, m/s² RMS (Morioka and Griffin 2006, as in the Haptics Industry
  /// Forum's test notebook). The last value is assumed.
  private static let thresholds: [(hertz: Double, acceleration: Double)] = [
    (8, 0.095), (10, 0.1), (12.5, 0.095), (16, 0.108), (20, 0.15), (25, 0.16), (31.5, 0.109), (40, 0.065), (50, 0.072),
    (63, 0.049), (80, 0.028), (100, 0.023), (125, 0.022), (160, 0.021), (200, 0.029), (250, 0.032), (315, 0.061),
    (400, 0.119),
  ]

  private static let table = FrequencyTable(
    thresholds.map { ($0.hertz, ThrumPattern.decibels($0.acceleration * 2.0.squareRoot() / standardGravity)) })

  package static let meeting = 160.0
  /// Level at and above which only velocity counts, dB: 0.15 g peak at 160 Hz.
  private static let strong = 34.0

  /// Threshold, dB re 1 g peak; constant below 8 Hz and above 400 Hz.
  package static func threshold(atHertz hertz: Double) -> Double { table.decibels(atHertz: hertz) }

  /// Returns, in dB re 1 g peak, the acceleration whose velocity equals that of the threshold at 160 Hz.
  package static func velocity(atHertz hertz: Double) -> Double {
    threshold(atHertz: meeting) + decibels(hertz / meeting)
  }

  /// Acceleration at a level of 0 dB, g.
  package static var thresholdG: Double { gain(decibels: threshold(atHertz: meeting)) }

  /// The arguments are in dB above ``threshold(atHertz:)`` and above ``velocity(atHertz:)``.
  package static func blended(overThreshold: Double, overVelocity: Double) -> Double {
    overThreshold + (overVelocity - overThreshold) * min(1, max(0, overThreshold / strong))
  }

  /// Returns the felt level of a sine, dB.
  ///
  /// - Parameter acceleration: dB re 1 g peak.
  package static func level(of acceleration: Double, atHertz hertz: Double) -> Double {
    blended(
      overThreshold: acceleration - threshold(atHertz: hertz), overVelocity: acceleration - velocity(atHertz: hertz))
  }
}
