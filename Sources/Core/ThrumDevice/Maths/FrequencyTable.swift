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
