import ThrumPattern

/// Felt strength of a vibration for a gripping hand, in dB above the threshold (`Docs/Feel.md`).
///
/// Near the threshold, strength follows the threshold's shape. At 15 dB or more above it, equal velocities feel equally
/// strong. A vibration's level is that of an equally strong vibration at 160 Hz, where both rules agree.
package enum FeltStrength {
  /// Threshold for a gripping hand relative to ``TouchThreshold``, dB (Haptics Industry Forum, HD actuator
  /// specification, section 8).
  private static let raised = FrequencyTable([(20, 23.9), (40, 9.1), (63, 5.6), (80, 0)])

  package static let meeting = 160.0
  /// Level at and above which only velocity counts, dB.
  private static let strong = 15.0

  /// Threshold for a gripping hand, dB re 1 g peak; constant below 20 Hz and above 400 Hz.
  package static func threshold(atHertz hertz: Double) -> Double {
    let hertz = max(20, hertz)
    return TouchThreshold.decibels(atHertz: hertz) + raised.decibels(atHertz: hertz)
  }

  /// Acceleration at a level of 0 dB, g.
  package static var thresholdG: Double { gain(decibels: threshold(atHertz: meeting)) }

  /// Returns, in dB re 1 g peak, the acceleration whose velocity equals that of the threshold at 160 Hz.
  package static func velocity(atHertz hertz: Double) -> Double {
    threshold(atHertz: meeting) + decibels(hertz / meeting)
  }

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
