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
