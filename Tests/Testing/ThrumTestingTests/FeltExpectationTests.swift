import Testing
import ThrumEngine
import ThrumFeelTesting
import ThrumPattern
import ThrumTesting

/// `expectFelt` and `expectDistinct`, passing and failing.
@Suite(.haptics()) struct FeltExpectationTests {
  private func play(_ events: [Event]) async throws {
    let engine = try await Sample.runningEngine()
    try await Sample.play(Pattern(entries: events.map { .event($0) }), on: engine)
    await HapticEnvironment.current.advance(by: 2)
  }

  private func tap(_ time: Double, _ intensity: Double) -> Event {
    Event(
      type: .hapticTransient, time: time,
      parameters: [EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, 0.5)])
  }

  private func hold(_ time: Double, _ seconds: Double, _ intensity: Double) -> Event {
    Event(
      type: .hapticContinuous, time: time, duration: seconds,
      parameters: [EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, 0.5)])
  }

  @Test func `a strong event is felt on the phone, and a weak one's failure gives its level and a cure`() async throws {
    try await play([tap(0, 1), tap(1, 0.17)])
    expectFelt(at: 0)
    let text = await failures { expectFelt(at: 1, on: .watch) }
    #expect(text.contains("expected the event at 1.000000 s to be felt on watch-taptic: it is not felt: it is "))
    #expect(text.contains("dB below the threshold of touch. Cure: intensity 0.17 → 0."))
    #expect(text.contains("▸ 1.000000 s"))
    #expect(await failures { expectFelt(at: 0.5) }.contains("no haptic event starts then"))
  }

  @Test func `an event can be felt on one motor and be too short for another`() async throws {
    try await play([hold(0, 0.03, 0.5)])
    expectFelt(at: 0, on: .dualSense)
    let text = await failures { expectFelt(at: 0, on: .eccentric) }
    #expect(text.contains("is too short: the motor reaches"))
  }

  @Test func `two transients are distinct only when the first has decayed`() async throws {
    try await play([tap(0, 1), tap(0.008, 1), tap(1, 1)])
    expectDistinct(0, 1, on: .watch)
    let text = await failures { expectDistinct(0, 0.008, on: .watch) }
    #expect(text.contains("to be distinct from the one at 0.000000 s on watch-taptic: it follows a transient that"))
    #expect(await failures { expectDistinct(0.5, 1) }.contains("no haptic event starts then"))
  }

  @Test func `an event that its player cuts short is judged by the length that was played`() async throws {
    let engine = try await Sample.runningEngine()
    let player = try await Sample.play(Pattern(entries: [.event(hold(0, 1, 0.5))]), on: engine)
    await HapticEnvironment.current.advance(by: 0.02)
    try player.stop()
    await HapticEnvironment.current.advance(by: 1)
    #expect(await failures { expectFelt(at: 0, on: .eccentric) }.contains("too short"))
  }
}
