import ThrumDevice

/// How a sound begins: at rest, or with its first hit.
struct SoundStart {
  /// A parabola that continues the sound before its start, over ``SoundStart/first`` seconds from −1 to 1, or a
  /// constant.
  private var terms: (Double, Double, Double)

  /// Length of the start, and of the part of it that shows whether it is at rest, s.
  static let seconds = 0.2
  private static let first = 0.02
  /// Deviation from a parabola, relative to the start's range, of a sound at rest.
  private static let rest = 0.01

  init(_ opening: [Double], sampleRate: SampleRate) {
    terms = (opening.reduce(0, +) / Double(max(1, opening.count)), 0, 0)
    let count = min(opening.count, Int(saturating: SoundStart.first * sampleRate))
    guard count > 3, let low = opening.min(), let high = opening.max() else { return }
    let points = (0..<count).map { (u: 2 * Double($0) / (SoundStart.first * sampleRate) - 1, x: opening[$0]) }
    // These polynomials are orthogonal.
    let middle = points.reduce(0) { $0 + $1.x } / Double(count)
    let slope = points.reduce(0) { $0 + $1.u * $1.x } / points.reduce(0) { $0 + $1.u * $1.u }
    func curved(_ u: Double) -> Double { u * u - 1.0 / 3 }
    let bend =
      points.reduce(0) { $0 + curved($1.u) * $1.x } / points.reduce(0) { $0 + curved($1.u) * curved($1.u) }
    let left = points.reduce(0.0) { sum, point in
      let miss = point.x - middle - slope * point.u - bend * curved(point.u)
      return sum + miss * miss
    }
    guard (left / Double(count)).squareRoot() <= SoundStart.rest * (high - low) else { return }
    terms = (middle - bend / 3, slope, bend)
  }

  /// Value before the start.
  ///
  /// - Parameter time: in seconds, negative.
  func value(_ time: Double) -> Double {
    let u = 2 * time / SoundStart.first - 1
    return terms.0 + u * (terms.1 + u * terms.2)
  }
}

/// Removes drift: a high-pass below all that a motor plays, at rest when the sound begins.
struct DriftFilter {
  private var filter: FourthOrderFilter
  private let first: Double

  /// Corner in Hz, and the time in seconds after which the filter has settled.
  private static let (corner, settled) = (15.0, 0.5)

  init(_ start: SoundStart, sampleRate: SampleRate) {
    filter = FourthOrderFilter(.highPass, hertz: DriftFilter.corner, sampleRate: sampleRate)
    let count = Int(saturating: DriftFilter.settled * sampleRate)
    first = start.value(-DriftFilter.settled)
    for frame in -count..<0 { _ = next(start.value(Double(frame) / sampleRate)) }
  }

  mutating func next(_ sample: Double) -> Double { filter.next(sample - first) }
}
