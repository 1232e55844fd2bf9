import Testing
import ThrumEngine

/// Expects silence in a time range.
///
/// No event may start in or extend into the range. Ignores mutes and release tails; pass `samples` to examine the
/// rendered level instead.
///
/// - Parameters:
///   - begin: Seconds since the environment was created.
///   - end: Seconds since the environment was created; events that start at this time are outside.
///   - timeline: `nil` means the caller's timeline.
///   - samples: See ``HapticSamples/init(of:from:to:)``.
///   - threshold: Highest level of `samples` that counts as silence, in dBFS (RMS over 10 ms).
///   - sourceLocation: Where a failure is reported.
public func expectSilence(
  from begin: Double, to end: Double, in timeline: Timeline? = nil, samples: HapticSamples? = nil,
  below threshold: Double = -80, sourceLocation: SourceLocation = #_sourceLocation
) {
  let timeline = Subject.timeline(timeline)
  let range = "\(TimelineText.seconds(begin)) s to \(TimelineText.seconds(end)) s"
  guard end > begin else { return TestFailures.report("the range from \(range) is empty", at: sourceLocation) }
  if let samples {
    let windows = samples.envelope(from: begin, to: end)
    guard let loud = windows.first(where: { $0.decibels > threshold }) else { return }
    let peak = windows.map(\.decibels).max() ?? loud.decibels
    return TestFailures.report(
      "expected silence from \(range), below \(TimelineText.number(threshold)) dB, found "
        + "\(TimelineText.number(loud.decibels)) dB at \(TimelineText.seconds(loud.time)) s and a maximum of "
        + "\(TimelineText.number(peak)) dB.\n" + timeline.excerpt(around: loud.time), at: sourceLocation)
  }
  let heard = timeline.sounding.filter { event in
    event.intensity > 0 && event.time < end - 1e-9 && (event.end > begin + 1e-9 || event.time >= begin - 1e-9)
  }
  guard let first = heard.first else { return }
  let start = "at \(TimelineText.seconds(first.time)) s"
  let when =
    first.time < begin ? "that begins \(start) lasts until \(TimelineText.seconds(first.end)) s" : "begins \(start)"
  let more = heard.count > 1 ? "; \(heard.count - 1) more" : ""
  TestFailures.report(
    "expected silence from \(range): a \(first.type.rawValue) \(when)\(more).\n"
      + timeline.excerpt(around: first.time), at: sourceLocation)
}

/// Expects the mean level in a time range, in dBFS (RMS of both channels), to be within limits.
///
///     expectLevel(-30 ... -10, from: 0.1, to: 0.4, of: HapticSamples(of: environment))
public func expectLevel(
  _ decibels: ClosedRange<Double>, from begin: Double, to end: Double, of samples: HapticSamples? = nil,
  in timeline: Timeline? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let samples = samples ?? HapticSamples(of: .current)
  let level = samples.level(from: begin, to: end)
  guard !decibels.contains(level) else { return }
  TestFailures.report(
    "expected a level of \(TimelineText.number(decibels.lowerBound)) to \(TimelineText.number(decibels.upperBound)) dB "
      + "from \(TimelineText.seconds(begin)) s to \(TimelineText.seconds(end)) s: it is \(TimelineText.number(level)) dB.\n"
      + Subject.timeline(timeline).excerpt(around: begin), at: sourceLocation)
}
