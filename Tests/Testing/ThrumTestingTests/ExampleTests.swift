import Testing
import ThrumEngine
import ThrumPattern
import ThrumTesting

/// The example that Docs/Testing.md shows in part.
private final class GameHaptics: Sendable {
  private let engine: HapticEngine
  private let hit: HapticPlayer

  init() async throws {
    engine = try HapticEngine()
    let tap = Event(type: .hapticTransient, time: 0, parameters: [EventParameter(.hapticIntensity, 0.8)])
    hit = try await engine.makePlayer(Pattern(entries: [.event(tap)]))
    try await engine.start()
  }

  func ballHits() async throws {
    try await engine.start()
    try hit.start()
  }
}

@Suite(.haptics()) struct GameHapticsTests {
  @Test func `a hit plays immediately`() async throws {
    let haptics = try await GameHaptics()
    await HapticEnvironment.current.advance(by: 2)
    try await haptics.ballHits()
    await HapticEnvironment.current.advance(by: 1)
    expectEvent(.hapticTransient, at: 2, intensity: 0.8 ± 0.05)
    expectSilence(from: 0, to: 2)
    expectPrewarmed()
    expectEngines(exactly: 1)
  }

  @Test func `a hit is felt after a phone call`() async throws {
    let haptics = try await GameHaptics()
    let phone = HapticEnvironment.current
    phone.apply(.interruptAudio)
    await phone.advance(by: 30)
    phone.apply(.endInterruption)
    try await haptics.ballHits()
    await phone.advance(by: 1)
    expectNo(error: .engineNotRunning)
    expectEvent(.hapticTransient, at: 30)
  }
}
