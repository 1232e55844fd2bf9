import ThrumPattern

/// Fits lines between a few corners to a stretch: of all corners at least the shortest segment apart, those with the
/// least squared difference. A corner that is too close to another one is moved or made weaker, not ignored.
struct EnvelopeFit {
  struct Corner: Equatable {
    /// In milliseconds.
    var time: Int
    var level: Double
    var sharpness: Double
  }

  /// A corner that an envelope may have.
  private struct Option {
    let corner: Corner
    /// Index of its time.
    let place: Int
    let isEnd: Bool
  }

  /// Sorted by time. The first is the start.
  private let options: [Option]
  private let moments: EnvelopeMoments
  private let most: Int

  /// What another segment costs, beside squared differences times seconds: as much as 2 % for 100 ms.
  private static let price = 4e-5
  private static let highestPrice = 1e3
  /// By how much corners are moved, ms.
  private static let moves = [-20, -10, 0, 10, 20]
  /// How many earlier options an option may follow.
  private static let reach = 1_000
  /// Closer levels and sharpnesses are the same.
  private static let same = 0.005

  /// - Parameters:
  ///   - course: from level 0 to level 0.
  ///   - kept: indices of the course's corners.
  ///   - start: in milliseconds.
  ///   - end: in milliseconds; the envelope ends up to the length of a segment later.
  ///   - most: maximum number of segments.
  init(
    _ course: EnvelopeCourse, kept: [Int], from start: Int, to end: Int, most: Int, _ scale: EnvelopeMoments.Scale
  ) {
    self.most = most
    let shortest = VibrationLimits.shortestLine
    let end = max(end, start + 2 * shortest)
    let ends: Set = [end, end + shortest / 2, end + shortest]
    var inner: Set = [start + shortest, end - shortest, end]
    for index in kept {
      let time = milliseconds(course.samples[index].time)
      inner.formUnion(EnvelopeFit.moves.map { time + $0 })
    }
    inner = inner.filter { $0 >= start + shortest && $0 <= end }
    let times = [start] + inner.union(ends).sorted()
    var options: [Option] = []
    for (place, time) in times.enumerated() {
      let values = course.values(at: Double(time) / 1000, near: Double(shortest) / 1000)
      func add(_ level: Double, _ sharpness: Double, isEnd: Bool) {
        options.append(
          Option(corner: Corner(time: time, level: level, sharpness: sharpness), place: place, isEnd: isEnd))
      }
      if place == 0 || ends.contains(time) {
        add(0, values[place == 0 ? values.count - 1 : 0].sharpness, isEnd: place > 0)
      }
      guard inner.contains(time) else { continue }
      var added: [EnvelopeTarget.Sample] = []
      for value in values
      where !added.contains(where: {
        abs($0.level - value.level) < EnvelopeFit.same && abs($0.sharpness - value.sharpness) < EnvelopeFit.same
      }) {
        added.append(value)
        add(value.level, value.sharpness, isEnd: false)
      }
    }
    self.options = options
    moments = EnvelopeMoments(course, upTo: times.map { Double($0) / 1000 }, scale)
  }

  /// Returns the best envelope, with the largest difference in level to one with any number of segments, or `nil` if
  /// even the simplest has too many.
  func best() -> (corners: [Corner], error: Double)? {
    let free = path(EnvelopeFit.price)
    var (path, price) = (free, EnvelopeFit.price)
    while EnvelopeFit.segments(in: path) > most {
      price *= 2
      guard price < EnvelopeFit.highestPrice else { return nil }
      path = self.path(price)
    }
    let error =
      path == free
      ? 0
      : (path + free).reduce(0) { worst, corner in
        max(worst, abs(EnvelopeFit.level(path, at: corner.time) - EnvelopeFit.level(free, at: corner.time)))
      }
    return (path, error)
  }

  /// Returns the corners with the best levels at these times.
  func polished(_ corners: [Corner]) -> [Corner] {
    let count = corners.count - 2
    guard count > 0 else { return corners }
    // A system of equations with three diagonals.
    var diagonal = [Double](repeating: 1e-12, count: count)
    var side = [Double](repeating: 0, count: count)
    var right = side
    for (index, (first, last)) in zip(corners, corners.dropFirst()).enumerated() {
      let part = moments.shares(from: Double(first.time) / 1000, to: Double(last.time) / 1000)
      if index > 0 {
        diagonal[index - 1] += part.first
        right[index - 1] += part.firstLevel
      }
      guard index < count else { continue }
      diagonal[index] += part.last
      right[index] += part.lastLevel
      if index > 0 { side[index] = part.both }
    }
    for index in stride(from: 1, to: count, by: 1) {
      let share = side[index] / diagonal[index - 1]
      diagonal[index] -= share * side[index]
      right[index] -= share * right[index - 1]
    }
    var result = corners
    var next = 0.0
    for index in (0..<count).reversed() {
      next = (right[index] - (index + 1 < count ? side[index + 1] * next : 0)) / diagonal[index]
      result[index + 1].level = min(1, max(0, next))
    }
    return result
  }

  // MARK: Path

  /// Returns the cheapest way from the start to an end if each segment has a price.
  private func path(_ price: Double) -> [Corner] {
    var costs = [Double](repeating: .infinity, count: options.count)
    var before = [Int](repeating: 0, count: options.count)
    costs[0] = 0
    var (end, least) = (0, Double.infinity)
    for index in 1..<options.count {
      let option = options[index]
      for other in max(0, index - EnvelopeFit.reach)..<index {
        let earlier = options[other]
        let length = option.corner.time - earlier.corner.time
        guard length >= VibrationLimits.shortestLine else { break }
        guard !earlier.isEnd, costs[other] < costs[index] else { continue }
        let cost =
          costs[other] + price * Double(VibrationLimits.segments(length))
          + moments.cost(earlier.place, earlier.corner, option.place, option.corner)
        if cost < costs[index] { (costs[index], before[index]) = (cost, other) }
      }
      guard option.isEnd else { continue }
      let cost = costs[index] + moments.silenceCost(from: option.place)
      if cost < least { (end, least) = (index, cost) }
    }
    var path = [options[end].corner]
    while end > 0 {
      end = before[end]
      path.append(options[end].corner)
    }
    return path.reversed()
  }

  private static func segments(in corners: [Corner]) -> Int {
    zip(corners, corners.dropFirst()).reduce(0) { $0 + VibrationLimits.segments($1.1.time - $1.0.time) }
  }

  private static func level(_ corners: [Corner], at time: Int) -> Double {
    let next = corners.partitioningIndex { $0.time > time }
    guard next > 0, next < corners.count else { return 0 }
    let (left, right) = (corners[next - 1], corners[next])
    return left.level + (right.level - left.level) * Double(time - left.time) / Double(right.time - left.time)
  }
}
