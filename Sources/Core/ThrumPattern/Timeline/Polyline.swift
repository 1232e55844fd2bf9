import FoundationEssentials

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

  /// Returns the indices for ``simplified(_:error:)``. Without `squares`, the squares may deviate more.
  package static func corners(_ samples: [Sample], error: Double, squares: Bool = true) -> [Int] {
    guard samples.count > 2 else { return Array(samples.indices) }
    var keeps = [Bool](repeating: false, count: samples.count)
    keeps[0] = true
    keeps[samples.count - 1] = true
    var open = [(0, samples.count - 1)]
    while let (first, last) = open.popLast() {
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
      guard worst.error > error else { continue }
      keeps[worst.index] = true
      open.append((first, worst.index))
      open.append((worst.index, last))
    }
    return keeps.indices.filter { keeps[$0] }
  }

  /// At a jump, returns the value after it.
  package static func value(_ points: [Sample], at time: Double) -> Double {
    guard let first = points.first, let last = points.last else { return 0 }
    guard time >= first.time else { return first.value }
    guard time < last.time else { return last.value }
    var (low, high) = (0, points.count)
    while low < high {
      let middle = (low + high) / 2
      if points[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    let (left, right) = (points[low - 1], points[low])
    return left.value + (right.value - left.value) * (time - left.time) / (right.time - left.time)
  }
}
