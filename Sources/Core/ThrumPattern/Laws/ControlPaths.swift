/// Segment of a control's path. A zero-length segment is a jump.
package struct ControlLine: Equatable, Sendable {
  package let id: DynamicParameterID
  /// Times in the units of ``ControlPaths``.
  package let start: Double, end: Double
  /// Value at the start. NaN means the current value.
  package let from: Float
  /// Value at the end, held until the next segment.
  package let to: Float
}

/// Paths of all controls, from a pattern's dynamic parameters and curves.
///
/// The latest start wins permanently: a later parameter or curve for a control ends an earlier curve. For equal
/// starts, the later entry in the file wins.
package struct ControlPaths {
  private struct Source {
    let start: Double
    let order: Int
    let lines: [ControlLine]
  }

  private let unitsPerSecond: Double
  private var sources: [DynamicParameterID: [Source]] = [:]

  /// Creates empty paths in seconds, or in frames if `unitsPerSecond` is a sample rate.
  package init(unitsPerSecond: Double = 1) { self.unitsPerSecond = unitsPerSecond }

  package init(_ pattern: Pattern, unitsPerSecond: Double = 1) {
    self.init(unitsPerSecond: unitsPerSecond)
    for (order, entry) in pattern.entries.enumerated() { add(entry, order: order) }
  }

  /// `order` is the entry's index in the file.
  package mutating func add(_ entry: PatternEntry, order: Int) {
    switch entry {
    case .parameter(let parameter): add(parameter, order: order)
    case .curve(let curve): add(curve, order: order)
    case .event, .unknown: return
    }
  }

  private mutating func add(_ parameter: DynamicParameter, order: Int) {
    let start = units(parameter.time)
    let id = parameter.id
    let value = clamped(parameter.value, parameter.id)
    let jump = ControlLine(id: id, start: start, end: start, from: value, to: value)
    sources[id, default: []].append(Source(start: start, order: order, lines: [jump]))
  }

  /// If the first point comes after the curve's start, a line leads to it from the current value.
  private mutating func add(_ curve: ParameterCurve, order: Int) {
    guard !curve.points.isEmpty else { return }
    let id = curve.id
    let start = units(curve.time)
    let isOrdered = zip(curve.points, curve.points.dropFirst()).allSatisfy { $0.time <= $1.time }
    let points = isOrdered ? curve.points : curve.points.sorted { $0.time < $1.time }
    var lines: [ControlLine] = []
    lines.reserveCapacity(points.count)
    var before = (time: start, value: Float.nan)
    for point in points {
      let time = start + units(point.time)
      let value = clamped(point.value, curve.id)
      if time > before.time || lines.isEmpty == false || points.count == 1 {
        let from = before.value.isNaN && time == start ? value : before.value
        lines.append(ControlLine(id: id, start: before.time, end: time, from: from, to: value))
      }
      before = (time, value)
    }
    if lines.isEmpty {
      lines = [
        ControlLine(id: id, start: start, end: start, from: before.value, to: before.value)
      ]
    }
    sources[id, default: []].append(Source(start: start, order: order, lines: lines))
  }

  /// Returns all segments without overlaps, sorted by start within each control.
  package func resolved() -> [ControlLine] {
    var result: [ControlLine] = []
    for id in DynamicParameterID.allCases {
      guard let list = sources[id] else { continue }
      let sorted = list.sorted { ($0.start, $0.order) < ($1.start, $1.order) }
      var path: [ControlLine] = []
      for source in sorted {
        while let last = path.last, last.start >= source.start { path.removeLast() }
        path.append(contentsOf: source.lines)
      }
      result.append(contentsOf: path)
    }
    return result
  }

  private func units(_ seconds: Double) -> Double {
    min(EventLimits.playedTime(seconds) * unitsPerSecond, 1e15)
  }

  private func clamped(_ value: Double, _ id: DynamicParameterID) -> Float {
    guard !value.isNaN else { return Float(id.defaultValue) }
    return Float(id.clamped(value))
  }
}
