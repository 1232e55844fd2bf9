import Testing
import ThrumEngine
import ThrumPattern

/// Expects a handler to be called at least once, or exactly `count` times.
///
/// `reason` is the handler's argument, such as `applicationSuspended` or the name of an error.
public func expectHandler(
  _ kind: HandlerKind, times count: Int? = nil, told reason: String? = nil, in timeline: Timeline? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let timeline = Subject.timeline(timeline)
  let calls = timeline.handlerCalls.filter { $0.kind == kind && (reason == nil || $0.detail == reason) }
  guard count.map({ $0 != calls.count }) ?? calls.isEmpty else { return }
  let wanted = count.map { $0 == 0 ? "not to be called" : "to be called \(times($0))" } ?? "to be called"
  TestFailures.report(
    "expected \(kind.rawValue) \(wanted)\(reason.map { " with \($0)" } ?? ""): it was called \(times(calls.count)).\n"
      + timeline.excerpt(of: "handler call") { if case .handler = $0.fact { true } else { false } }, at: sourceLocation)
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
