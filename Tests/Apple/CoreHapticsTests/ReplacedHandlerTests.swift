import CoreHaptics
import Testing
import ThrumEngine

/// Handlers under Apple's names that hold the last reference to an object that calls back in its `deinit`.
@Suite struct CHReplacedHandlerTests {
  /// Runs a closure in its `deinit`.
  final class Parting {
    private let last: () -> Void
    init(_ last: @escaping () -> Void) { self.last = last }
    deinit { last() }
    func keep() {}
  }

  private let environment = HapticEnvironment.virtual()

  @Test func `a handler that sets other handlers on release can be replaced`() throws {
    let engine = try environment.withScope { try CHHapticEngine() }
    try engine.start()
    do {
      let stopped = Parting { engine.stoppedHandler = { _ in } }
      let reset = Parting {
        engine.resetHandler = {}
        engine.stop()
      }
      engine.stoppedHandler = { _ in stopped.keep() }
      engine.resetHandler = { reset.keep() }
    }
    engine.stoppedHandler = { _ in }
    engine.resetHandler = {}
    #expect(environment.timeline.entries.contains { $0.fact == .state(.stopped) })
  }

  @Test func `a completion handler that sets the rate on release can be replaced once the engine is gone`() throws {
    let event = CHHapticEvent(eventType: .hapticTransient, parameters: [], relativeTime: 0)
    var engine: CHHapticEngine? = try environment.withScope { try CHHapticEngine() }
    let player = try #require(
      try engine?.makeAdvancedPlayer(with: CHHapticPattern(events: [event], parameters: [])))
    engine = nil
    do {
      let parting = Parting { player.playbackRate = 2 }
      player.completionHandler = { _ in parting.keep() }
    }
    player.completionHandler = { _ in }
    #expect(player.playbackRate == 2)
  }
}
