import Testing
import ThrumEngine
import ThrumPattern

/// Expects an event at a given time.
///
/// - Parameters:
///   - type: The event's type.
///   - time: Seconds since the environment was created.
///   - tolerance: Seconds.
///   - intensity: 0…1 as rendered, after all controls; for an audio event, its volume.
///   - sharpness: 0…1 as rendered; for an audio event, its pitch, −1…1.
///   - duration: Duration in the pattern, in seconds.
///   - engine: Number of the engine, from 1.
///   - timeline: `nil` means the caller's timeline.
///   - sourceLocation: Where a failure is reported.
/// - Returns: The event, or `nil` if there is none.
@discardableResult
public func expectEvent(
  _ type: EventType, at time: Double, within tolerance: Double = 0.001, intensity: Approximate? = nil,
  sharpness: Approximate? = nil, duration: Approximate? = nil, engine: Int? = nil, in timeline: Timeline? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) -> Sounding? {
  let timeline = Subject.timeline(timeline)
  let wanted = WantedEvent(
    type: type, time: Approximate(time, within: tolerance), intensity: intensity, sharpness: sharpness,
    duration: duration)
  let events = timeline.played.filter { $0.type == type && (engine == nil || $0.engine == engine) }
  let inTime = events.filter { wanted.time.matches($0.time) }
  if let match = inTime.first(where: { wanted.misses($0).isEmpty }) { return match }
  let place: String
  if let best = inTime.min(by: { wanted.misses($0).count < wanted.misses($1).count }) {
    place = "there is one, but " + wanted.misses(best).joined(separator: ", ")
  } else if let nearest = events.min(by: { abs($0.time - time) < abs($1.time - time) }) {
    let off = TimelineText.number(1000 * abs(nearest.time - time))
    place =
      "the nearest begins at \(TimelineText.seconds(nearest.time)) s, \(off) ms "
      + (nearest.time < time ? "early" : "late")
  } else {
    place = "none was played at all"
  }
  TestFailures.report(
    "expected \(wanted): \(place).\n" + timeline.excerpt(around: time), at: sourceLocation)
  return nil
}

/// Like ``expectEvent(_:at:within:intensity:sharpness:duration:engine:in:sourceLocation:)``, but ends the test if there
/// is no such event.
///
/// - Throws: ``MissingEvent``.
@discardableResult
public func requireEvent(
  _ type: EventType, at time: Double, within tolerance: Double = 0.001, intensity: Approximate? = nil,
  sharpness: Approximate? = nil, duration: Approximate? = nil, engine: Int? = nil, in timeline: Timeline? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws(MissingEvent) -> Sounding {
  let match = expectEvent(
    type, at: time, within: tolerance, intensity: intensity, sharpness: sharpness, duration: duration, engine: engine,
    in: timeline, sourceLocation: sourceLocation)
  guard let match else { throw MissingEvent() }
  return match
}

/// Ends a test after a requirement whose failure has been reported.
public struct MissingEvent: Error, CustomStringConvertible {
  /// Where to look.
  public var description: String { "a required event is missing, as reported before" }
}

/// Expects `count` events, of a given type or of any type, to start between two times, inclusive.
///
/// - Returns: The events that start then, whatever their number.
@discardableResult
public func expectEvents(
  _ type: EventType? = nil, exactly count: Int, from begin: Double = 0, to end: Double = .infinity,
  in timeline: Timeline? = nil, sourceLocation: SourceLocation = #_sourceLocation
) -> [Sounding] {
  let timeline = Subject.timeline(timeline, expecting: count)
  let events = timeline.played.filter { event in
    (type == nil || event.type == type) && event.time >= begin - 1e-9 && event.time <= end + 1e-9
  }
  guard events.count != count else { return events }
  let name = type?.rawValue ?? "event"
  let times = events.prefix(10).map { TimelineText.seconds($0.time) }.joined(separator: ", ")
  let range = end.isFinite ? "from \(TimelineText.number(begin)) s to \(TimelineText.number(end)) s" : "in all"
  TestFailures.report(
    "expected \(count) × \(name) \(range), found \(events.count)\(times.isEmpty ? "" : ": at \(times) s").\n"
      + timeline.excerpt(around: events.first?.time ?? begin), at: sourceLocation)
  return events
}

private struct WantedEvent: CustomStringConvertible {
  let type: EventType
  let time: Approximate
  let intensity: Approximate?
  let sharpness: Approximate?
  let duration: Approximate?

  func misses(_ event: Sounding) -> [String] {
    var result: [String] = []
    func check(_ name: String, _ wanted: Approximate?, _ value: Double?) {
      guard let wanted, value.map(wanted.matches) != true else { return }
      result.append("its \(name) is \(value.map { TimelineText.number($0) } ?? "unset"), not \(wanted)")
    }
    check("intensity", intensity, event.intensity)
    check("sharpness", sharpness, event.sharpness)
    check("duration", duration, event.duration)
    return result
  }

  var description: String {
    let values = [("intensity", intensity), ("sharpness", sharpness), ("duration", duration)]
    let rest = values.compactMap { name, value in value.map { "\(name) \($0)" } }.joined(separator: ", ")
    return "a \(type.rawValue) at \(TimelineText.seconds(time.value)) s ± \(Approximate.short(time.tolerance)) s"
      + (rest.isEmpty ? "" : " with \(rest)")
  }
}

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
