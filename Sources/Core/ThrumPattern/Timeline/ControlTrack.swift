/// A control's path as played: jumps, lines and held values.
package struct ControlTrack: Sendable {
  private struct Line: Sendable {
    let start: Double
    let end: Double
    let from: Double
    let to: Double
    /// Highest value of the fade that the line belongs to, or `nil` if it is constant or a jump.
    var fadePeak: Double?

    var isRamp: Bool { end > start && from != to }

    func value(at time: Double) -> Double {
      guard time < end, end > start else { return to }
      return from + (to - from) * (time - start) / (end - start)
    }
  }

  private let neutral: Double
  private var lines: [Line] = []

  /// `path` is in seconds, sorted by start.
  init(_ control: DynamicParameterID, _ path: [ControlLine]) {
    neutral = control.defaultValue
    for line in path {
      let from = line.from.isNaN ? value(at: line.start) : Double(line.from)
      lines.append(Line(start: line.start, end: line.end, from: from, to: Double(line.to)))
    }
    markFades()
  }

  /// A fade is a sequence of connected lines, none of which is constant.
  private mutating func markFades() {
    var first = 0
    while first < lines.count {
      var next = first
      var peak = -Double.infinity
      while next < lines.count, lines[next].isRamp, next == first || connects(next) {
        peak = max(peak, lines[next].from, end(of: next))
        next += 1
      }
      for place in first..<next { lines[place].fadePeak = peak }
      first = max(next, first + 1)
    }
  }

  /// Value at a line's end, or where the next line cuts it.
  private func end(of place: Int) -> Double {
    place + 1 < lines.count ? lines[place].value(at: lines[place + 1].start) : lines[place].to
  }

  private func connects(_ place: Int) -> Bool {
    lines[place].start <= lines[place - 1].end + Self.instant && abs(end(of: place - 1) - lines[place].from) < 1e-6
  }

  /// Differences of times up to this are rounding errors, s.
  private static let instant = 1e-6

  package func value(at time: Double) -> Double {
    let next = lines.partitioningIndex { $0.start > time }
    return next == 0 ? neutral : lines[next - 1].value(at: time)
  }

  package var start: Double? { lines.first?.start }

  /// Returns the highest value of the fade that passes through or ends at `time`, or `nil` where the control is
  /// constant.
  package func fadePeak(at time: Double) -> Double? {
    let next = lines.partitioningIndex { $0.start > time + Self.instant }
    return lines[max(0, next - 2)..<next].lazy.filter { time <= $0.end + Self.instant }.compactMap { $0.fadePeak }.max()
  }

  /// Returns sorted times of corners and jumps, and stops once there are `limit` of them.
  package func corners(in range: ClosedRange<Double>, limit: Int) -> [Double] {
    var result: [Double] = []
    func add(_ time: Double) {
      if range.contains(time), result.last != time { result.append(time) }
    }
    let first = max(0, lines.partitioningIndex { $0.start >= range.lowerBound } - 1)
    for (index, line) in lines[first...].enumerated() where result.count < limit {
      guard line.start <= range.upperBound else { break }
      add(line.start)
      // The next line ends this one.
      let next = first + index + 1
      if next >= lines.count || line.end < lines[next].start { add(line.end) }
    }
    return result
  }
}

package struct ControlTracks: Sendable {
  private var tracks: [DynamicParameterID: ControlTrack] = [:]

  package init(_ pattern: Pattern) {
    let lines = Dictionary(grouping: ControlPaths(pattern).resolved(), by: { $0.id })
    tracks = Dictionary(uniqueKeysWithValues: lines.map { ($0, ControlTrack($0, $1)) })
  }

  package var isEmpty: Bool { tracks.isEmpty }

  package subscript(control: DynamicParameterID) -> ControlTrack? { tracks[control] }

  package func value(_ control: DynamicParameterID, at time: Double) -> Double {
    tracks[control]?.value(at: time) ?? control.defaultValue
  }
}

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
