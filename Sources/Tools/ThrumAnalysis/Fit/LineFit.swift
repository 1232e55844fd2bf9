import ThrumDevice
import ThrumPattern

struct LineFit {
  let slope: Double
  let offset: Double
  /// Twice the slope's standard error.
  let slopeRange: Double

  init(_ points: [(x: Double, y: Double)]) {
    let n = Double(max(1, points.count))
    let (meanX, meanY) = (points.reduce(0) { $0 + $1.x } / n, points.reduce(0) { $0 + $1.y } / n)
    let spread = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    let slope = spread > 0 ? points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) } / spread : 0
    let offset = meanY - slope * meanX
    let left = points.reduce(0) { sum, point in
      let miss = point.y - offset - slope * point.x
      return sum + miss * miss
    }
    self.slope = slope
    self.offset = offset
    slopeRange = spread > 0 ? 2 * (left / max(1, n - 2) / spread).squareRoot() : .infinity
  }
}
