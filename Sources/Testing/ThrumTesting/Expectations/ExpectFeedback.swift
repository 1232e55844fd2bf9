import Testing
import ThrumEngine
import ThrumPattern

/// Expects feedback from a feedback generator or a system sound to be felt at a given time.
///
/// - Parameters:
///   - preset: The feedback, such as `.impactLight`.
///   - time: Seconds since the environment was created.
///   - tolerance: Seconds.
///   - intensity: Fraction of full strength, 0…1.
///   - timeline: `nil` means the caller's timeline.
///   - sourceLocation: Where a failure is reported.
public func expectFeedback(
  _ preset: Preset, at time: Double? = nil, within tolerance: Double = 0.001, intensity: Approximate? = nil,
  in timeline: Timeline? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let name = preset.name
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
  _ preset: Preset? = nil, times count: Int, in timeline: Timeline? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let name = preset?.name
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
  _ preset: Preset, in timeline: Timeline? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let name = preset.name
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

// MARK: Names as text

/// Like ``expectFeedback(_:at:within:intensity:in:sourceLocation:)``, for a name from a table. An unknown name fails.
public func expectFeedback(
  _ name: String, at time: Double? = nil, within tolerance: Double = 0.001, intensity: Approximate? = nil,
  in timeline: Timeline? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let preset = known(name, sourceLocation) else { return }
  expectFeedback(
    preset, at: time, within: tolerance, intensity: intensity, in: timeline, sourceLocation: sourceLocation)
}

/// Like ``expectFeedback(_:times:in:sourceLocation:)``, for a name from a table. An unknown name fails.
public func expectFeedback(
  _ name: String, times count: Int, in timeline: Timeline? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let preset = known(name, sourceLocation) else { return }
  expectFeedback(preset, times: count, in: timeline, sourceLocation: sourceLocation)
}

/// Like ``expectFeedbackPrepared(_:in:sourceLocation:)``, for a name from a table. An unknown name fails.
public func expectFeedbackPrepared(
  _ name: String, in timeline: Timeline? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let preset = known(name, sourceLocation) else { return }
  expectFeedbackPrepared(preset, in: timeline, sourceLocation: sourceLocation)
}

private func known(_ name: String, _ location: SourceLocation) -> Preset? {
  if let preset = Preset.named(name) { return preset }
  let help = Preset.nearest(to: name).map { "did you mean \($0)?" } ?? "see `thrum presets`"
  TestFailures.report("no feedback has the name “\(name)”: \(help)", at: location)
  return nil
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
