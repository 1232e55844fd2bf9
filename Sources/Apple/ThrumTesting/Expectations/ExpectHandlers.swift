import ThrumEngine
import Testing

/// Expects a handler of the app to have been called: at least once, or this many times.
///
/// - Parameters:
///   - kind: which handler.
///   - count: how many times; `nil` is once or more, 0 not at all.
///   - reason: what it was told, such as `applicationSuspended` or an error's name; `nil` is anything.
///   - timeline: what to look at; `nil` is the caller's environment up to now.
///   - sourceLocation: where a failure is shown; the line of the call.
/// - Thread: any.
public func expectHandler(
  _ kind: HandlerKind, times count: Int? = nil, told reason: String? = nil, in timeline: Timeline? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let timeline = Subject.timeline(timeline)
  let calls = timeline.handlerCalls.filter { $0.kind == kind && (reason == nil || $0.detail == reason) }
  guard count.map({ $0 != calls.count }) ?? calls.isEmpty else { return }
  let wanted = count.map { $0 == 0 ? "not to be called" : "to be called \($0) ×" } ?? "to be called"
  TestFailures.report(
    "expected \(kind.rawValue) \(wanted)\(reason.map { " with \($0)" } ?? ""): it was called \(calls.count) ×.\n"
      + timeline.excerpt(of: "handler") { if case .handler = $0.fact { true } else { false } }, at: sourceLocation)
}

/// Expects handlers to have been called one after the other, others in between or not.
///
///     expectHandlers(inOrder: .finished, .stopped)
///
/// - Thread: any.
public func expectHandlers(
  inOrder kinds: HandlerKind..., in timeline: Timeline? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let timeline = Subject.timeline(timeline)
  let called = timeline.handlerCalls
  var rest = called[...]
  for kind in kinds {
    guard let index = rest.firstIndex(where: { $0.kind == kind }) else {
      let wanted = kinds.map(\.rawValue).joined(separator: ", ")
      let place = called.contains { $0.kind == kind } ? "comes too early" : "was not called"
      return TestFailures.report(
        "expected handlers in this order: \(wanted); \(kind.rawValue) \(place).\n"
          + timeline.excerpt(of: "handler") { if case .handler = $0.fact { true } else { false } },
        at: sourceLocation)
    }
    rest = rest[(index + 1)...]
  }
}

extension Timeline {
  /// The calls of the app's handlers, in order.
  fileprivate var handlerCalls: [(kind: HandlerKind, detail: String)] {
    entries.compactMap { entry in
      if case .handler(let kind, let detail) = entry.fact { (kind, detail) } else { nil }
    }
  }
}
