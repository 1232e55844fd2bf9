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
