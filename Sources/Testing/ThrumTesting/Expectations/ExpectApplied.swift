import Testing
import ThrumEngine
import ThrumPattern

/// Expects a control to reach a value at a given time: at a step, or on or at the end of a ramp.
///
/// - Parameters:
///   - id: The control.
///   - value: The value as sent, clamped to the control's range.
///   - time: Seconds since the environment was created.
///   - tolerance: Seconds.
///   - player: Number on its engine, from 1.
///   - timeline: `nil` means the caller's timeline.
///   - sourceLocation: Where a failure is reported.
public func expectApplied(
  _ id: DynamicParameterID, _ value: Approximate, at time: Double, within tolerance: Double = 0.002,
  player: Int? = nil, in timeline: Timeline? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let timeline = Subject.timeline(timeline)
  let moves = timeline.moves(of: id, player: player)
  let (begin, end) = (time - abs(tolerance) - 1e-9, time + abs(tolerance) + 1e-9)
  if moves.contains(where: { $0.reaches(value, between: begin, and: end) }) { return }
  let nearest = moves.min { $0.distance(to: time) < $1.distance(to: time) }
  let found =
    nearest.map {
      "the nearest is \(TimelineText.number($0.value(at: time))) at \(TimelineText.seconds($0.nearest(to: time))) s"
    }
    ?? "it was never applied"
  TestFailures.report(
    "expected \(id.rawValue) \(value) at \(TimelineText.seconds(time)) s ± \(Approximate.short(tolerance)) s: "
      + "\(found).\n" + timeline.excerpt(around: time), at: sourceLocation)
}

/// A step of a control, if both ends are the same, or a ramp.
private struct Move {
  let from: Double
  let target: Double
  let start: Double
  /// End of the ramp, or the next move if that is earlier.
  var end: Double
  /// End of the ramp as intended.
  let wholeEnd: Double

  func nearest(to time: Double) -> Double { min(max(time, start), end) }

  func distance(to time: Double) -> Double { abs(nearest(to: time) - time) }

  func value(at time: Double) -> Double {
    guard wholeEnd > start else { return target }
    return from + (target - from) * (nearest(to: time) - start) / (wholeEnd - start)
  }

  func reaches(_ wanted: Approximate, between first: Double, and last: Double) -> Bool {
    guard first <= end, last >= start else { return false }
    let ends = [value(at: first), value(at: last)]
    let (low, high) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
    return wanted.matches(min(max(wanted.value, low), high))
  }
}

extension Timeline {
  /// A ramp begins at the value before it.
  fileprivate func moves(of id: DynamicParameterID, player: Int?) -> [Move] {
    struct Owner: Hashable { let engine: Int, player: Int? }
    var moves: [Owner: [Move]] = [:]
    for entry in entries {
      guard case .parameterApplied(id, let value, _, let ramp) = entry.fact, player == nil || entry.player == player
      else { continue }
      var list = moves[Owner(engine: entry.engine, player: entry.player)] ?? []
      let before = list.last?.value(at: entry.time) ?? id.defaultValue
      if let last = list.last { list[list.count - 1].end = min(last.end, entry.time) }
      let end = ramp?.time ?? entry.time
      list.append(
        Move(from: ramp == nil ? value : before, target: value, start: entry.time, end: end, wholeEnd: end))
      moves[Owner(engine: entry.engine, player: entry.player)] = list
    }
    return moves.values.flatMap(\.self).sorted { $0.start < $1.start }
  }
}
