/// Approximates samples with lines between a few points.
package enum Polyline {
  /// Two samples at the same time mean a jump.
  package struct Sample: Equatable, Sendable {
    package var time: Double
    package var value: Double

    package init(time: Double, value: Double) {
      self.time = time
      self.value = value
    }
  }

  /// Returns the points to keep (Ramer–Douglas–Peucker), including the first and last.
  ///
  /// Lines between these points, and between the squares of their values, deviate by at most `error`.
  package static func simplified(_ samples: [Sample], error: Double) -> [Sample] {
    corners(samples, error: error).map { samples[$0] }
  }

  /// Returns the indices for ``simplified(_:error:)``. Without `squares`, ignores the squares' deviation.
  package static func corners(_ samples: [Sample], error: Double, squares: Bool = true) -> [Int] {
    let limits = limits(samples, above: error, squares: squares)
    return limits.indices.filter { limits[$0] > error }
  }

  /// Returns the smallest error at which each sample is dropped, or 0 if `least` drops it.
  ///
  /// For a larger error, the same splits merely stop earlier, so one pass serves all errors. O(n log n): where splits
  /// at the largest deviation keep cutting off only a few samples, as on a regular zigzag, a stretch is halved instead.
  package static func limits(_ samples: [Sample], above least: Double, squares: Bool = true) -> [Double] {
    guard samples.count > 2 else { return [Double](repeating: .infinity, count: samples.count) }
    var limits = [Double](repeating: 0, count: samples.count)
    limits[0] = .infinity
    limits[samples.count - 1] = .infinity
    var open = [(first: 0, last: samples.count - 1, limit: Double.infinity, depth: 0)]
    // A balanced split has a depth of log₂ n.
    let deepest = 8 * (Int.bitWidth - samples.count.leadingZeroBitCount)
    while let (first, last, limit, depth) = open.popLast() {
      guard last - first > 1 else { continue }
      let (begin, end) = (samples[first], samples[last])
      var worst = (index: first, error: 0.0)
      for index in first + 1..<last {
        let sample = samples[index]
        let place = end.time > begin.time ? (sample.time - begin.time) / (end.time - begin.time) : 1
        let line = begin.value + (end.value - begin.value) * place
        let square = begin.value * begin.value + (end.value * end.value - begin.value * begin.value) * place
        let miss = max(abs(sample.value - line), squares ? abs(sample.value * sample.value - square) : 0)
        if miss > worst.error { worst = (index, miss) }
      }
      guard worst.error > least else { continue }
      let own = min(limit, worst.error)
      let split = depth < deepest ? worst.index : (first + last) / 2
      limits[split] = own
      open.append((first, split, own, depth + 1))
      open.append((split, last, own, depth + 1))
    }
    return limits
  }

  /// At a jump, returns the value after it.
  package static func value(_ points: [Sample], at time: Double) -> Double {
    guard let first = points.first, let last = points.last else { return 0 }
    guard time >= first.time else { return first.value }
    guard time < last.time else { return last.value }
    let next = points.partitioningIndex { $0.time > time }
    let (left, right) = (points[next - 1], points[next])
    return left.value + (right.value - left.value) * (time - left.time) / (right.time - left.time)
  }
}
