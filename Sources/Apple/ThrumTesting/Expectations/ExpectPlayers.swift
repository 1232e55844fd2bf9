import Testing
import ThrumEngine
import ThrumPattern

/// Expects a control value to apply at a given time. For a ramp, checks its target and start time.
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
  let when = Approximate(time, within: tolerance)
  let applied = timeline.entries.compactMap { entry -> (time: Double, value: Double)? in
    guard case .parameterApplied(id, let value, _, _) = entry.fact, player == nil || entry.player == player else {
      return nil
    }
    return (entry.time, value)
  }
  if applied.contains(where: { when.matches($0.time) && value.matches($0.value) }) { return }
  let nearest = applied.min { abs($0.time - time) < abs($1.time - time) }
  let found =
    nearest.map { "the nearest is \(TimelineText.number($0.value)) at \(TimelineText.seconds($0.time)) s" }
    ?? "it was never applied"
  TestFailures.report(
    "expected \(id.rawValue) \(value) at \(TimelineText.seconds(time)) s ± \(Approximate.short(tolerance)) s: "
      + "\(found).\n" + timeline.excerpt(around: time), at: sourceLocation)
}

/// Expects a player to finish at a given time, with a given error or none.
///
/// - Parameters:
///   - player: Number on its engine, from 1.
///   - time: Seconds since the environment was created.
///   - tolerance: Seconds.
///   - error: `nil` means that the player ends without an error.
///   - timeline: `nil` means the caller's timeline.
///   - sourceLocation: Where a failure is reported.
public func expectFinished(
  player: Int? = nil, at time: Double, within tolerance: Double = 0.01, error: EngineError.Code? = nil,
  in timeline: Timeline? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let timeline = Subject.timeline(timeline)
  let when = Approximate(time, within: tolerance)
  let ends = timeline.entries.compactMap { entry -> (time: Double, error: EngineError.Code?)? in
    guard case .playerFinished(_, let error) = entry.fact, player == nil || entry.player == player else { return nil }
    return (entry.time, error)
  }
  if ends.contains(where: { when.matches($0.time) && $0.error == error }) { return }
  let nearest = ends.min { abs($0.time - time) < abs($1.time - time) }
  let found =
    nearest.map { end in
      "the nearest end is at \(TimelineText.seconds(end.time)) s" + (end.error.map { ", with \($0.name)" } ?? "")
    } ?? "it has not finished"
  TestFailures.report(
    "expected \(player.map { "player \($0)" } ?? "a player") to finish at \(TimelineText.seconds(time)) s ± "
      + "\(Approximate.short(tolerance)) s\(error.map { " with \($0.name)" } ?? ""): \(found).\n"
      + timeline.excerpt(around: time), at: sourceLocation)
}
