/// A control's path as played: jumps, lines and held values.
package struct ControlTrack: Sendable {
  private struct Line: Sendable {
    let start: Double
    let end: Double
    let from: Double
    let to: Double

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
  }

  package func value(at time: Double) -> Double {
    let next = lines.partitioningIndex { $0.start > time }
    return next == 0 ? neutral : lines[next - 1].value(at: time)
  }

  package var start: Double? { lines.first?.start }

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
    let lines = Dictionary(grouping: ControlPaths(pattern).resolved(), by: \.id)
    tracks = Dictionary(uniqueKeysWithValues: lines.map { ($0, ControlTrack($0, $1)) })
  }

  package var isEmpty: Bool { tracks.isEmpty }

  package subscript(control: DynamicParameterID) -> ControlTrack? { tracks[control] }

  package func value(_ control: DynamicParameterID, at time: Double) -> Double {
    tracks[control]?.value(at: time) ?? control.defaultValue
  }
}
