import ThrumEngine
import Testing

/// Expects the app to have asked the system for feedback that was felt at a time: from a feedback generator or a system sound, by the
/// name of its preset, such as `impact-light` (`thrum presets` lists them).
///
/// - Parameters:
///   - name: the preset's name.
///   - time: seconds since the environment's beginning; `nil` is any time.
///   - tolerance: seconds by which it may be early or late; 1 ms.
///   - intensity: the part of its strength, 0…1; `nil` is any.
///   - timeline: what to look at; `nil` is the caller's environment up to now.
///   - sourceLocation: where a failure is shown; the line of the call.
/// - Thread: any.
public func expectFeedback(
  _ name: String, at time: Double? = nil, within tolerance: Double = 0.001, intensity: Approximate? = nil,
  in timeline: Timeline? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let timeline = Subject.timeline(timeline)
  let when = time.map { Approximate($0, within: tolerance) }
  let isThere = timeline.entries.contains { entry in
    guard case .feedback(name, .played(let played)) = entry.fact else { return false }
    return when?.matches(entry.time) != false && intensity?.matches(played) != false
  }
  guard !isThere else { return }
  let moment = time.map { " at \(TimelineText.seconds($0)) s ± \(Approximate.short(tolerance)) s" } ?? ""
  let strength = intensity.map { " with intensity \($0)" } ?? ""
  TestFailures.report(
    "expected the feedback \(name)\(moment)\(strength).\n" + timeline.excerpt(of: "feedback", where: \.isFeedback),
    at: sourceLocation)
}

/// Expects this many pieces of the system's feedback to have been felt, of one preset or of all.
///
/// - Thread: any.
public func expectFeedback(
  _ name: String? = nil, times count: Int, in timeline: Timeline? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let timeline = Subject.timeline(timeline)
  let found = timeline.entries.count { entry in
    if case .feedback(let played, .played) = entry.fact { name == nil || played == name } else { false }
  }
  guard found != count else { return }
  TestFailures.report(
    "expected \(count) × feedback\(name.map { " \($0)" } ?? ""), there are \(found).\n"
      + timeline.excerpt(of: "feedback", where: \.isFeedback), at: sourceLocation)
}

/// Expects feedback to have been prepared before it was first played.
///
/// - Thread: any.
public func expectFeedbackPrepared(
  _ name: String, in timeline: Timeline? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let timeline = Subject.timeline(timeline)
  let first = timeline.entries.first { entry in
    if case .feedback(name, let action) = entry.fact { action.isPreparedOrPlayed } else { false }
  }
  if case .feedback(_, .prepared) = first?.fact { return }
  let what = first == nil ? "it was neither prepared nor played" : "it was played without"
  TestFailures.report(
    "expected \(name) to be prepared before it is played: \(what).\n"
      + timeline.excerpt(of: "feedback", where: \.isFeedback), at: sourceLocation)
}

extension TimelineEntry {
  fileprivate var isFeedback: Bool { if case .feedback = fact { true } else { false } }
}

extension FeedbackAction {
  fileprivate var isPreparedOrPlayed: Bool {
    switch self {
    case .prepared, .played: true
    case .withheld: false
    }
  }
}
