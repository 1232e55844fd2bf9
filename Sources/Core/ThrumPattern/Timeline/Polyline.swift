import FoundationEssentials

/// Draws lines through samples, with as few corners as an error allows.
package enum Polyline {
  /// A value at a time; equal times are a jump.
  package struct Sample: Equatable, Sendable {
    /// Seconds.
    package var time: Double
    /// Any unit.
    package var value: Double

    /// Makes a sample.
    package init(time: Double, value: Double) {
      self.time = time
      self.value = value
    }
  }

  /// The samples that lines may end at (Ramer, Douglas and Peucker): between them, the line through the values and the
  /// line through their squares both stay within `error` of what they leave out. First and last are kept.
  package static func simplified(_ samples: [Sample], error: Double) -> [Sample] {
    corners(samples, error: error).map { samples[$0] }
  }

  /// The indices of the samples that ``simplified(_:error:)`` keeps; without `squares` only the line through the values counts.
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

  /// The value of a line through points at a time: behind a jump.
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
