import ThrumPattern

extension SharpnessMap {
  init(fitting points: [(x: Double, y: Double)]) {
    let straight = LineFit(points)
    // Without a significant rise, the device has a single frequency.
    guard straight.slope > straight.slopeRange else {
      let mean = points.reduce(0) { $0 + $1.y } / Double(max(1, points.count))
      self.init(lowestHertz: mean, highestHertz: mean)
      return
    }
    let bent = LineFit(points.map { ($0.x, logarithmBase2($0.y)) })
    let linear = SharpnessMap(
      lowestHertz: straight.offset, highestHertz: straight.offset + straight.slope, law: .linear)
    let geometric = SharpnessMap(
      lowestHertz: exponentialBase2(bent.offset), highestHertz: exponentialBase2(bent.offset + bent.slope))
    self = linear.lowestHertz > 1 && linear.cents(from: points) < geometric.cents(from: points) ? linear : geometric
  }

  func cents(from points: [(x: Double, y: Double)]) -> Double {
    let squares = points.reduce(0.0) { sum, point in
      let cents = 1200 * (logarithmBase2(point.y) - logarithmBase2(hertz(sharpness: point.x)))
      return sum + cents * cents
    }
    return (squares / Double(max(1, points.count))).squareRoot()
  }
}
