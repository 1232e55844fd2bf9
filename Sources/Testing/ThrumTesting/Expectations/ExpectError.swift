import Testing
import ThrumEngine

/// Expects no call or player to have failed with this error.
public func expectNo(
  error code: EngineError.Code, in timeline: Timeline? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  expectNone("error \(title(code))", in: timeline, at: sourceLocation) { $0 == code }
}

/// Expects no call or player to have failed.
public func expectNoErrors(in timeline: Timeline? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
  expectNone("error", in: timeline, at: sourceLocation) { _ in true }
}

private func expectNone(
  _ what: String, in timeline: Timeline?, at location: SourceLocation, _ isWanted: (EngineError.Code) -> Bool
) {
  let timeline = Subject.timeline(timeline)
  let errors = timeline.entries.filter { $0.fact.error.map(isWanted) ?? false }
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
  var error: EngineError.Code? {
    switch self {
    case .call(_, _, let error), .playerFinished(_, let error): error
    default: nil
    }
  }
}
