import Testing
import ThrumDevice
import ThrumEngine
import ThrumFeel
import ThrumPattern
import ThrumTesting

/// Expects the event that starts at a given time to be felt on a motor, at least faintly, as judged by `thrum feel`.
///
/// Judges the event as played, along with all others in the test. On the phone, it must be felt at every
/// possible resonance of the motor.
///
/// - Parameters:
///   - time: Seconds since the environment was created, ± 1 ms.
///   - motor: To use a motor listed by `thrum actuators`, pass `ActuatorPreset.named(_:)`.
///   - timeline: `nil` means the caller's timeline.
///   - sourceLocation: Where a failure is reported.
public func expectFelt(
  at time: Double, on motor: ActuatorPreset = .phone, in timeline: Timeline? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let judged = JudgedTimeline(Subject.timeline(timeline), on: motor)
  judged.check(judged.events(at: time), at: time, "to be felt", sourceLocation) { $0.isSurelyFelt }
}

/// Expects two events to feel separate on a motor: both are felt, neither hides the other, and the first has decayed
/// before the second starts.
///
/// `first` and `second` are the events' starts in seconds since the environment was created, ± 1 ms.
public func expectDistinct(
  _ first: Double, _ second: Double, on motor: ActuatorPreset = .phone, in timeline: Timeline? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let judged = JudgedTimeline(Subject.timeline(timeline), on: motor)
  let purpose = "to be distinct from the one at \(TimelineText.seconds(second)) s"
  let isDistinct = { (event: FeltEvent) in event.isSurelyFelt && event.verdict != .fused }
  guard judged.check(judged.events(at: first), at: first, purpose, sourceLocation, isDistinct) else { return }
  judged.check(
    judged.events(at: second), at: second, "to be distinct from the one at \(TimelineText.seconds(first)) s",
    sourceLocation, isDistinct)
}

extension FeltEvent {
  fileprivate var isSurelyFelt: Bool { !isFinding && verdict != .uncertain && verdict != .silent }
}

private struct JudgedTimeline {
  private let timeline: Timeline
  private let motor: String
  private let events: [FeltEvent]

  init(_ timeline: Timeline, on preset: ActuatorPreset) {
    let motor = FeelMotor(preset)
    self.timeline = timeline
    self.motor = motor.name
    let played = timeline.played.filter(\.type.isHaptic).map { event in
      Event(
        type: event.type, time: event.time,
        duration: event.type == .hapticTransient ? nil : max(0.001, event.end - event.time),
        parameters: [
          EventParameter(.hapticIntensity, event.intensity), EventParameter(.hapticSharpness, event.sharpness),
        ])
    }
    var analysis = FeelAnalysis(motor)
    events = analysis.felt(FeelEvents(PatternGroup(Pattern(entries: played.map { .event($0) }))), Work<Never>.endless)
  }

  func events(at time: Double) -> [FeltEvent] { events.filter { abs($0.time - time) <= 0.001 + 1e-9 } }

  @discardableResult
  func check(
    _ found: [FeltEvent], at time: Double, _ purpose: String, _ place: SourceLocation,
    _ isExpected: (FeltEvent) -> Bool
  ) -> Bool {
    if found.contains(where: isExpected) { return true }
    let cause: String
    if let best = found.max(by: { $0.verdict < $1.verdict }) {
      let help = best.cure.map { ". Cure: \($0.words)" } ?? best.help.map { "; \($0.words)" } ?? ""
      cause = "it \(best.cause)\(help)"
    } else {
      cause = "no haptic event starts then"
    }
    TestFailures.report(
      "expected the event at \(TimelineText.seconds(time)) s \(purpose) on \(motor): \(cause).\n"
        + timeline.excerpt(around: time), at: place)
    return false
  }
}
