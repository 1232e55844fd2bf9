import Testing
import ThrumEngine

/// Expects feedback from a feedback generator or a system sound to be felt at a given time.
///
/// - Parameters:
///   - name: A preset, such as `impact-light` (see `thrum presets`).
///   - time: Seconds since the environment was created.
///   - tolerance: Seconds.
///   - intensity: Fraction of full strength, 0…1.
///   - timeline: `nil` means the caller's timeline.
///   - sourceLocation: Where a failure is reported.
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
    "expected the feedback \(name)\(moment)\(strength).\n"
      + timeline.excerpt(of: "feedback entry", where: \.isFeedback), at: sourceLocation)
}

/// Expects system feedback, from a given preset or from any, to be felt this many times.
public func expectFeedback(
  _ name: String? = nil, times count: Int, in timeline: Timeline? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let timeline = Subject.timeline(timeline, expecting: count)
  let found = timeline.entries.count { entry in
    if case .feedback(let played, .played) = entry.fact { name == nil || played == name } else { false }
  }
  guard found != count else { return }
  TestFailures.report(
    "expected \(count) × feedback\(name.map { " \($0)" } ?? ""), found \(found).\n"
      + timeline.excerpt(of: "feedback entry", where: \.isFeedback), at: sourceLocation)
}

/// Expects feedback to be prepared before it is first played.
public func expectFeedbackPrepared(
  _ name: String, in timeline: Timeline? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let timeline = Subject.timeline(timeline)
  let first = timeline.entries.first { entry in
    if case .feedback(name, let action) = entry.fact { action.isPreparedOrPlayed } else { false }
  }
  if case .feedback(_, .prepared) = first?.fact { return }
  let what = first == nil ? "it was neither prepared nor played" : "it was played without being prepared"
  TestFailures.report(
    "expected \(name) to be prepared before it is played: \(what).\n"
      + timeline.excerpt(of: "feedback entry", where: \.isFeedback), at: sourceLocation)
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
