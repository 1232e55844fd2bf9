import ThrumPattern

/// How strong a vibration feels to a hand that grips the device, in dB above the threshold.
///
/// Near the threshold, strength follows the threshold's shape (Morioka and Griffin; ``TouchThreshold`` above 80 Hz).
/// From 15 dB above it, equal velocities feel equally strong (Griffin 2012, 16 to 400 Hz). In between, the two blend.
/// Levels are those of an equally strong vibration of 160 Hz, where both shapes meet.
package enum FeltStrength {
  /// How much higher the threshold of a grip is than ``TouchThreshold``, dB (Haptics Industry Forum, HD actuator
  /// specification, section 8).
  private static let raised = FrequencyTable([(20, 23.9), (40, 9.1), (63, 5.6), (80, 0)])

  private static let meeting = 160.0
  /// Level from which velocity alone counts, dB.
  private static let strong = 15.0
  /// The most by which the shapes may differ, so that a stronger vibration always feels stronger, dB.
  private static let mostApart = 12.0

  /// The threshold of a gripping hand, dB re 1 g peak; constant below 20 Hz and above 400 Hz.
  package static func threshold(atHertz hertz: Double) -> Double {
    let hertz = max(20, hertz)
    return TouchThreshold.decibels(atHertz: hertz) + raised.decibels(atHertz: hertz)
  }

  /// The acceleration that is as fast as one of 160 Hz at the threshold, dB re 1 g peak.
  package static func velocity(atHertz hertz: Double) -> Double {
    let asFast = threshold(atHertz: meeting) + decibels(hertz / meeting)
    return max(asFast, threshold(atHertz: hertz) - mostApart)
  }

  /// The felt level of a vibration that is `overThreshold` dB above the threshold, and `overVelocity` dB above the
  /// threshold's velocity at 160 Hz.
  package static func blended(overThreshold: Double, overVelocity: Double) -> Double {
    let apart = overVelocity - overThreshold
    guard overThreshold > 0 else { return overThreshold }
    let blend = overThreshold / (1 - min(apart, mostApart) / strong)
    return blend < strong ? blend : overVelocity
  }

  /// The felt level of a sine, dB.
  ///
  /// - Parameter acceleration: dB re 1 g peak.
  package static func level(of acceleration: Double, atHertz hertz: Double) -> Double {
    blended(
      overThreshold: acceleration - threshold(atHertz: hertz), overVelocity: acceleration - velocity(atHertz: hertz))
  }
}
