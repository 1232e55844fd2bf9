import Synchronization
import Testing
import ThrumEngine
import ThrumPattern
import ThrumTesting

/// Sample patterns and ways to play them.
enum Sample {
  static let tap = Pattern(entries: [
    .event(
      Event(
        type: .hapticTransient, time: 0,
        parameters: [EventParameter(.hapticIntensity, 0.8), EventParameter(.hapticSharpness, 0.4)]))
  ])
  static let rumble = Pattern(entries: [
    .event(
      Event(
        type: .hapticContinuous, time: 0, duration: 0.5, parameters: [EventParameter(.hapticIntensity, 1)]))
  ])

  /// A running engine in the caller's environment.
  static func runningEngine() async throws -> HapticEngine {
    let engine = try HapticEngine()
    try await engine.start()
    return engine
  }

  /// Plays a pattern after a delay.
  @discardableResult
  static func play(_ pattern: Pattern, on engine: HapticEngine, after delay: Double = 0) async throws -> HapticPlayer {
    let player = try await engine.makePlayer(pattern)
    try player.start(at: delay > 0 ? engine.currentTime + delay : 0)
    return player
  }
}

/// Runs expectations that should fail and returns the text of their issues.
func failures(of body: () async throws -> Void) async rethrows -> String {
  let texts = Mutex<[String]>([])
  try await withKnownIssue("this fails on purpose") {
    try await body()
  } matching: { issue in
    texts.withLock { $0.append(issue.comments.map(\.rawValue).joined(separator: "\n")) }
    return true
  }
  return texts.withLock { $0.joined(separator: "\n\n") }
}
