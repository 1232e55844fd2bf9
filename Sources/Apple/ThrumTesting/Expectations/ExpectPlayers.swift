import ThrumEngine
import ThrumPattern
import Testing

/// Expects a control's value to have taken effect at a time; of a ramp, its target and its beginning.
///
/// - Parameters:
///   - id: which control.
///   - value: the control's value as sent, clamped to its range.
///   - time: seconds since the environment's beginning.
///   - tolerance: seconds by which it may be early or late; 2 ms.
///   - player: the player's number on its engine, from 1; `nil` is any.
///   - timeline: what to look at; `nil` is the caller's environment up to now.
///   - sourceLocation: where a failure is shown; the line of the call.
/// - Thread: any.
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
    ?? "it never was applied"
  TestFailures.report(
    "expected \(id.rawValue) \(value) at \(TimelineText.seconds(time)) s ± \(Approximate.short(tolerance)) s: "
      + "\(found).\n" + timeline.excerpt(around: time), at: sourceLocation)
}

/// Expects a player to have finished at a time, as it should, or with an error.
///
/// - Parameters:
///   - player: the player's number on its engine, from 1; `nil` is any.
///   - time: seconds since the environment's beginning.
///   - tolerance: seconds by which it may be early or late; 10 ms.
///   - error: what it ended with; `nil` is without.
///   - timeline: what to look at; `nil` is the caller's environment up to now.
///   - sourceLocation: where a failure is shown; the line of the call.
/// - Thread: any.
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
