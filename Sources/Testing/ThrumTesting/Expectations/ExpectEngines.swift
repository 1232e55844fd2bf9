import Testing
import ThrumEngine
import ThrumPattern

/// Expects the app to have created this many engines, including released ones and those that earlier tests left.
public func expectEngines(
  exactly count: Int, in timeline: Timeline? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let timeline = Subject.timeline(timeline, expecting: count)
  let made = timeline.entries.count { $0.fact == .engineMade }
  let kept = timeline.entries.count(where: \.isKept)
  guard made + kept != count else { return }
  let lives = kept == 0 ? "" : ", and \(kept) from an earlier test \(kept == 1 ? "lives" : "live") on"
  TestFailures.report(
    "expected \(counted(count, "engine")), but \(made) \(made == 1 ? "was" : "were") made\(lives).\n"
      + timeline.excerpt(of: "engine creation, retention or deallocation") {
        [.engineMade, .engineGone].contains($0.fact) || $0.isKept
      }, at: sourceLocation)
}

/// Expects the total running time of all engines to be less than this many seconds.
public func expectRunning(
  forLessThan seconds: Double, in timeline: Timeline? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let timeline = Subject.timeline(timeline)
  let ran = timeline.runningSeconds()
  guard ran >= seconds else { return }
  TestFailures.report(
    "expected engines to run for less than \(TimelineText.number(seconds)) s: they ran for "
      + "\(TimelineText.number(ran)) s.\n"
      + timeline.excerpt(of: "change of state") { if case .state = $0.fact { true } else { false } },
    at: sourceLocation)
}

/// Expects every engine and its first player to be ready `lead` seconds before its first play. Phones need about 40 ms.
public func expectPrewarmed(
  by lead: Double = 0.05, in timeline: Timeline? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let timeline = Subject.timeline(timeline)
  // An engine or player kept from an earlier test was ready before this test.
  var isKept: Set<Int> = []
  var runningSince: [Int: Double] = [:]
  var madeAt: [Int: [Int: Double]] = [:]
  var seen: Set<Int> = []
  func isOld(_ entry: TimelineEntry) -> Bool { entry.time == 0 && isKept.contains(entry.engine) }
  for entry in timeline.entries where entry.engine != HapticEngine.systemNumber {
    switch entry.fact {
    case .engineKept: isKept.insert(entry.engine)
    case .state(.running):
      runningSince[entry.engine] = runningSince[entry.engine] ?? (isOld(entry) ? -.infinity : entry.time)
    case .state(.stopping), .state(.stopped): runningSince[entry.engine] = nil
    case .playerMade: madeAt[entry.engine, default: [:]][entry.player ?? 0] = isOld(entry) ? -.infinity : entry.time
    case .call(.playPattern, _, let error), .call(.playerStart, _, let error):
      guard seen.insert(entry.engine).inserted else { continue }
      var late: [String] = []
      let since = runningSince[entry.engine]
      if error != nil || since.map({ entry.time - $0 < lead - 1e-9 }) != false {
        late.append("the engine was not running")
      }
      let made = entry.player.flatMap { madeAt[entry.engine]?[$0] }
      if made.map({ entry.time - $0 < lead - 1e-9 }) != false { late.append("the player did not exist") }
      guard !late.isEmpty else { continue }
      TestFailures.report(
        "expected engine \(entry.engine) to be prewarmed: \(TimelineText.number(1000 * lead)) ms before its first "
          + "play, at \(TimelineText.seconds(entry.time)) s, \(late.joined(separator: " and ")).\n"
          + timeline.excerpt(around: entry.time), at: sourceLocation)
    default: break
    }
  }
}

extension Timeline {
  /// Returns the running time of one engine, or of all engines together, until ``Timeline/end``, in seconds.
  public func runningSeconds(engine: Int? = nil) -> Double {
    var since: [Int: Double] = [:]
    var sum = 0.0
    // The system's engine does not count, since the app cannot stop it.
    for entry in entries where engine.map({ $0 == entry.engine }) ?? (entry.engine != HapticEngine.systemNumber) {
      switch entry.fact {
      case .state(.running): since[entry.engine] = since[entry.engine] ?? entry.time
      case .state, .engineGone: if let begin = since.removeValue(forKey: entry.engine) { sum += entry.time - begin }
      default: break
      }
    }
    return sum + since.values.reduce(0) { $0 + max(0, end - $1) }
  }
}

extension TimelineEntry {
  fileprivate var isKept: Bool { if case .engineKept = fact { true } else { false } }
}

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
