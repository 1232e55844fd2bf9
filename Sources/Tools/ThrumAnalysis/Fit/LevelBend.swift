import ThrumDevice
import ThrumPattern

/// A law of the level that is no power of the intensity: a dead zone, as dry friction makes it, takes the same from
/// each level.
///
/// The slope on logarithmic axes then exceeds the exponent, most at low intensity.
struct LevelBend {
  /// Exponent of the law with a dead zone, or `nil` if a plain power explains the levels as well.
  private let exponent: Double?

  /// Misfit of the law with a dead zone, at most, relative to that of the plain power.
  private static let better = 0.25
  /// Misfit below which a power is good enough, in octaves: 0.02 % of the level.
  private static let good = 0.0003
  /// Share of the difference by which the exponent may lie beyond.
  private static let reserve = 1.25

  init(_ points: [(intensity: Double, level: Double)]) {
    guard points.count >= 4, let strongest = points.max(by: { $0.intensity < $1.intensity })?.level else {
      exponent = nil
      return
    }
    func fitted(_ dead: Double) -> (misfit: Double, slope: Double) {
      let bent = points.map { (x: logarithmBase2($0.intensity), y: logarithmBase2(max(1e-9, $0.level + dead))) }
      let line = LineFit(bent)
      let misfit = bent.reduce(0.0) { sum, point in
        let miss = point.y - line.offset - line.slope * point.x
        return sum + miss * miss
      }
      return (misfit, line.slope)
    }
    let plain = fitted(0)
    let dead = (0...60).map { 0.005 * Double($0) * strongest }.min { fitted($0).misfit < fitted($1).misfit } ?? 0
    let bent = fitted(dead)
    let isBent =
      dead > 0 && bent.misfit < LevelBend.better * plain.misfit
      && (plain.misfit / Double(points.count)).squareRoot() > LevelBend.good
    exponent = isBent ? bent.slope : nil
  }

  /// How far the exponent may lie from the slope, beyond noise.
  func reach(from slope: Double) -> Double { exponent.map { LevelBend.reserve * abs(slope - $0) } ?? 0 }
}
