import ThrumPattern

/// Integrals over a stretch up to each of some times, from which the squared difference of any line between two of them
/// follows at once.
struct EnvelopeMoments {
  /// Which differences are equally large.
  enum Scale: CaseIterable {
    /// Equal shares of the strongest level nearby, such as equal dB.
    case relative
    /// Equal levels, as energy.
    case absolute

    fileprivate func weight(_ level: Double) -> Double {
      switch self {
      case .relative: 1 / ((level + Scale.floor) * (level + Scale.floor))
      case .absolute: 1
      }
    }

    private static let floor = 0.05
  }

  /// Integrals of a weight, and of its products with time and a value.
  private struct Integrals {
    var one = 0.0, time = 0.0, square = 0.0
    var value = 0.0, valueTime = 0.0, valueSquare = 0.0

    /// Adds a part in which the value changes in a line.
    mutating func add(_ weight: Double, _ begin: Double, _ end: Double, _ first: Double, _ last: Double) {
      let length = end - begin
      one += weight * length
      time += weight * length * (begin + end) / 2
      square += weight * (end * end * end - begin * begin * begin) / 3
      value += weight * length * (first + last) / 2
      valueTime += weight * length * (begin * (first + last) / 2 + length * (first + 2 * last) / 6)
      valueSquare += weight * length * (first * first + first * last + last * last) / 3
    }

    static func - (one: Integrals, other: Integrals) -> Integrals {
      Integrals(
        one: one.one - other.one, time: one.time - other.time, square: one.square - other.square,
        value: one.value - other.value, valueTime: one.valueTime - other.valueTime,
        valueSquare: one.valueSquare - other.valueSquare)
    }

    /// Returns the squared difference to a line.
    func difference(_ begin: Double, _ first: Double, _ end: Double, _ last: Double) -> Double {
      let slope = (last - first) / (end - begin)
      let base = first - slope * begin
      return valueSquare - 2 * (base * value + slope * valueTime)
        + base * base * one + 2 * base * slope * time + slope * slope * square
    }
  }

  /// In seconds after the first.
  private let times: [Double]
  private let origin: Double
  private let levels: [Integrals]
  private let sharpnesses: [Integrals]

  /// Levels so near count for the relative scale, s.
  private static let near = 0.05
  /// Weight of a difference in sharpness beside one in level.
  private static let tone = 0.1

  /// - Parameter times: in ascending order.
  init(_ course: EnvelopeCourse, upTo times: [Double], _ scale: Scale) {
    let samples = course.samples
    let origin = times[0]
    self.origin = origin
    self.times = times.map { $0 - origin }
    var (level, sharpness) = (Integrals(), Integrals())
    var (levels, sharpnesses) = ([level], [sharpness])
    // Index of the next sample, and of the first one nearby.
    var next = samples.partitioningIndex { $0.time > origin }
    var first = 0
    for (begin, end) in zip(times, times.dropFirst()) {
      var now = begin
      while now < end {
        while next < samples.count, samples[next].time <= now { next += 1 }
        let until = next < samples.count ? min(end, samples[next].time) : end
        let (one, other) = (
          course.value(at: now, between: next - 1, next), course.value(at: until, between: next - 1, next)
        )
        while first < samples.count, samples[first].time < now - EnvelopeMoments.near { first += 1 }
        var strongest = max(one.level, other.level)
        for sample in samples[first...] {
          guard sample.time <= until + EnvelopeMoments.near else { break }
          strongest = max(strongest, sample.level)
        }
        let weight = scale.weight(strongest)
        level.add(weight, now - origin, until - origin, one.level, other.level)
        let middle = (one.level + other.level) / 2
        sharpness.add(
          EnvelopeMoments.tone * weight * middle * middle, now - origin, until - origin, one.sharpness,
          other.sharpness)
        now = until
      }
      levels.append(level)
      sharpnesses.append(sharpness)
    }
    (self.levels, self.sharpnesses) = (levels, sharpnesses)
  }

  /// Returns the squared difference of a line between two corners, by the index of their times.
  func cost(
    _ first: Int, _ begin: EnvelopeFit.Corner, _ last: Int, _ end: EnvelopeFit.Corner
  ) -> Double {
    let (from, to) = (times[first], times[last])
    return max(0, (levels[last] - levels[first]).difference(from, begin.level, to, end.level))
      + max(0, (sharpnesses[last] - sharpnesses[first]).difference(from, begin.sharpness, to, end.sharpness))
  }

  /// Returns the squared difference of silence from a time on.
  func silenceCost(from place: Int) -> Double { levels[levels.count - 1].valueSquare - levels[place].valueSquare }

  /// A line's products with itself and with the stretch: shares of its first and of its last level.
  struct Shares {
    let first, both, last: Double
    let firstLevel, lastLevel: Double
  }

  /// - Parameters: two of the times.
  func shares(from begin: Double, to end: Double) -> Shares {
    func place(_ time: Double) -> Int { times.partitioningIndex { $0 >= time - origin - 1e-6 } }
    let part = levels[place(end)] - levels[place(begin)]
    let (from, to) = (begin - origin, end - origin)
    let length = to - from
    // The last corner's share rises from 0 to 1 in (time − from) / length.
    let rise = (part.time - from * part.one) / length
    let riseSquare = (part.square - 2 * from * part.time + from * from * part.one) / (length * length)
    let riseLevel = (part.valueTime - from * part.value) / length
    return Shares(
      first: part.one - 2 * rise + riseSquare, both: rise - riseSquare, last: riseSquare,
      firstLevel: part.value - riseLevel, lastLevel: riseLevel)
  }
}
