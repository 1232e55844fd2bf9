import Testing
import ThrumEngine

/// Expects the main thread never to wait for longer than `duration` for the haptic server or a file.
///
/// Creating and starting an engine, reading a pattern, creating a player and registering a sound block their caller on
/// a phone. Without `HardwareProfile.waits`, the figures of `CallWaits.warm` count, although no virtual time passes.
/// Calls that follow each other without a pause add up.
///
/// - Parameters:
///   - duration: By default, a frame at 60 Hz.
///   - timeline: `nil` means the caller's timeline.
///   - sourceLocation: Where a failure is reported.
public func expectNoHitch(
  over duration: Duration = .milliseconds(16), in timeline: Timeline? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let timeline = Subject.timeline(timeline)
  var worst: Hitch?
  var current: Hitch?
  for wait in timeline.waits where wait.isOnMainThread {
    if let hitch = current, wait.time <= hitch.end + 1e-9 {
      current?.add(wait)
    } else {
      current = Hitch(wait)
    }
    if let hitch = current, hitch.seconds > worst?.seconds ?? 0 { worst = hitch }
  }
  let limit = duration / .seconds(1)
  guard let worst, worst.seconds > limit + 1e-9 else { return }
  TestFailures.report(
    "expected the main thread to wait for at most \(TimelineText.number(1000 * limit)) ms: at "
      + "\(TimelineText.seconds(worst.begin)) s it waits for \(TimelineText.number(1000 * worst.seconds)) ms, in "
      + "\(worst.calls.joined(separator: ", ")). Make these calls in a task off the main actor.\n"
      + timeline.excerpt(around: worst.begin), at: sourceLocation)
}

/// Waits that follow each other without a pause.
private struct Hitch {
  let begin: Double
  private(set) var end: Double
  private(set) var seconds: Double
  private(set) var calls: [String]

  init(_ wait: CallWait) {
    begin = wait.time
    end = wait.time + wait.seconds
    seconds = wait.seconds
    calls = [wait.call.rawValue]
  }

  mutating func add(_ wait: CallWait) {
    end = max(end, wait.time + wait.seconds)
    seconds += wait.seconds
    calls.append(wait.call.rawValue)
  }
}
