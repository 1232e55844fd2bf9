import ThrumPattern

/// Levels interpolated on a logarithmic frequency scale, constant beyond the ends.
package struct FrequencyTable: Sendable {
  package typealias Point = (hertz: Double, decibels: Double)

  private let points: [Point]

  package init(_ points: [Point]) { self.points = points }

  package func decibels(atHertz hertz: Double) -> Double {
    guard let first = points.first, let last = points.last else { return 0 }
    guard hertz > first.hertz else { return first.decibels }
    guard hertz < last.hertz, let above = points.firstIndex(where: { $0.hertz >= hertz }) else { return last.decibels }
    let (low, high) = (points[above - 1], points[above])
    let share = logarithmBase2(hertz / low.hertz) / logarithmBase2(high.hertz / low.hertz)
    return low.decibels + (high.decibels - low.decibels) * share
  }
}

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

/// Weakest acceleration that a hand feels, according to the Android Open Source Project.
///
/// The threshold is flat to within 2.2 dB from 50 to 230 Hz.
public enum AndroidTouchThreshold {
  private static let table = FrequencyTable([
    (10, -48.90), (20, -40.36), (40, -32.81), (65, -31.68), (80, -31.77), (100, -31.90), (150, -31.35), (175, -31.07),
    (200, -30.86), (230, -29.76), (250, -28.98), (300, -26.81), (400, -19.81),
  ])

  /// Threshold, dB re 1 g peak, constant below 10 Hz and above 400 Hz.
  public static func decibels(atHertz hertz: Double) -> Double { table.decibels(atHertz: hertz) }
}

/// A-weighting (IEC 61672-1): 0 dB at 1 kHz.
package enum EarWeighting {
  package static func gain(atHertz hertz: Double) -> Double {
    let f = hertz * hertz
    let low = (f + 20.6 * 20.6) * ((f + 107.7 * 107.7) * (f + 737.9 * 737.9)).squareRoot()
    return 1.2589 * 12_194 * 12_194 * f * f / (low * (f + 12_194 * 12_194))
  }
}
