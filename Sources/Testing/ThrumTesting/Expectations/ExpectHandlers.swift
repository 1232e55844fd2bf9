import Testing
import ThrumEngine
import ThrumPattern

/// Expects a handler to be called at least once, or exactly `count` times.
public func expectHandler(
  _ kind: HandlerKind, times count: Int? = nil, in timeline: Timeline? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) { expect(kind, times: count, told: nil, in: timeline, sourceLocation) }

/// Expects the stopped handler to be told a reason at least once, or exactly `count` times.
public func expectHandler(
  _ kind: HandlerKind, times count: Int? = nil, reason: HapticEngine.StoppedReason, in timeline: Timeline? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) { expect(kind, times: count, told: reason.name, in: timeline, sourceLocation) }

/// Expects a handler to be told an error at least once, or exactly `count` times.
public func expectHandler(
  _ kind: HandlerKind, times count: Int? = nil, error: EngineError.Code, in timeline: Timeline? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) { expect(kind, times: count, told: error.name, in: timeline, sourceLocation) }

/// Expects a handler to be told what a table names: a reason, such as `applicationSuspended`, or an error.
///
/// An unknown name fails.
public func expectHandler(
  _ kind: HandlerKind, times count: Int? = nil, told reason: String, in timeline: Timeline? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let names = HapticEngine.StoppedReason.allCases.map(\.name) + EngineError.Code.named.map(\.name)
  guard names.contains(reason) || Int(reason) != nil else {
    let help = Suggestion.misspelt(reason, in: names).map { "did you mean \($0)?" } ?? "see Errors.md"
    return TestFailures.report("no reason or error has the name “\(reason)”: \(help)", at: sourceLocation)
  }
  expect(kind, times: count, told: reason, in: timeline, sourceLocation)
}

private func expect(
  _ kind: HandlerKind, times count: Int?, told reason: String?, in timeline: Timeline?, _ location: SourceLocation
) {
  let timeline = Subject.timeline(timeline)
  let calls = timeline.handlerCalls.filter { $0.kind == kind && (reason == nil || $0.detail == reason) }
  guard count.map({ $0 != calls.count }) ?? calls.isEmpty else { return }
  let wanted = count.map { $0 == 0 ? "not to be called" : "to be called \(times($0))" } ?? "to be called"
  TestFailures.report(
    "expected \(kind.rawValue) \(wanted)\(reason.map { " with \($0)" } ?? ""): it was called \(times(calls.count)).\n"
      + timeline.excerpt(of: "handler call") { if case .handler = $0.fact { true } else { false } }, at: location)
}

/// Expects handlers to be called in this order, possibly with others in between.
///
///     expectHandlers(inOrder: .finished, .stopped)
public func expectHandlers(
  inOrder kinds: HandlerKind..., in timeline: Timeline? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let timeline = Subject.timeline(timeline)
  let called = timeline.handlerCalls
  var rest = called[...]
  for kind in kinds {
    guard let index = rest.firstIndex(where: { $0.kind == kind }) else {
      let wanted = kinds.map(\.rawValue).joined(separator: ", ")
      let place = called.contains { $0.kind == kind } ? "was called too early" : "was not called"
      return TestFailures.report(
        "expected handlers in this order: \(wanted); \(kind.rawValue) \(place).\n"
          + timeline.excerpt(of: "handler call") { if case .handler = $0.fact { true } else { false } },
        at: sourceLocation)
    }
    rest = rest[(index + 1)...]
  }
}

extension Timeline {
  fileprivate var handlerCalls: [(kind: HandlerKind, detail: String)] {
    entries.compactMap { entry in
      if case .handler(let kind, let detail) = entry.fact { (kind, detail) } else { nil }
    }
  }
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

/// Expects no call or player to have failed with this error. A player that was playing when a phone call, a suspension
/// or a reset stopped its engine ends with `engineNotRunning`; this is no failure of the app, and does not count.
public func expectNo(
  error code: EngineError.Code, in timeline: Timeline? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  expectNone("error \(title(code))", in: timeline, at: sourceLocation) { $0 == code }
}

/// Expects no call or player to have failed, as ``expectNo(error:in:sourceLocation:)``.
public func expectNoErrors(in timeline: Timeline? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
  expectNone("error", in: timeline, at: sourceLocation) { _ in true }
}

private func expectNone(
  _ what: String, in timeline: Timeline?, at location: SourceLocation, _ isWanted: (EngineError.Code) -> Bool
) {
  let timeline = Subject.timeline(timeline)
  let errors = timeline.entries.filter { !$0.fact.isCutOff && ($0.fact.error.map(isWanted) ?? false) }
  guard let first = errors.first else { return }
  TestFailures.report(
    "expected no \(what), found \(errors.count), the first at "
      + "\(TimelineText.seconds(first.time)) s.\n" + timeline.excerpt(around: first.time), at: location)
}

/// Expects a call or player to have failed with this error, exactly `count` times if specified.
public func expectError(
  _ code: EngineError.Code, times count: Int? = nil, in timeline: Timeline? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let timeline = Subject.timeline(timeline)
  let errors = timeline.entries.count { $0.fact.error == code }
  guard count.map({ $0 != errors }) ?? (errors == 0) else { return }
  TestFailures.report(
    "expected \(count.map { "\($0) × " } ?? "")error \(title(code)), found \(errors).\n"
      + timeline.excerpt(of: "error") { $0.fact.error != nil }, at: sourceLocation)
}

private func title(_ code: EngineError.Code) -> String {
  code.name == "\(code.rawValue)" ? "\(code.rawValue)" : "\(code.name) (\(code.rawValue))"
}

extension TimelineFact {
  /// Reported error. Errors passed to handlers were reported earlier, by a call or a player.
  /// Whether a player ended because its engine was stopped from outside.
  fileprivate var isCutOff: Bool { if case .playerFinished(_, .engineNotRunning) = self { true } else { false } }

  var error: EngineError.Code? {
    switch self {
    case .call(_, _, let error), .playerFinished(_, let error): error
    default: nil
    }
  }
}
