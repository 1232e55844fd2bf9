import Testing
import ThrumEngine
import ThrumPattern
import ThrumTesting

/// Each expectation, passing and failing.
@Suite(.haptics()) struct ExpectationTests {
  private var environment: HapticEnvironment { .current }

  @Test func `expectEvent finds an event by time and values`() async throws {
    let engine = try await Sample.runningEngine()
    try await Sample.play(Sample.tap, on: engine, after: 0.12)
    await environment.advance(by: 1)
    expectEvent(.hapticTransient, at: 0.120, within: 0.001, intensity: 0.8 ± 0.05, sharpness: 0.4)
    expectEvents(exactly: 1)
    expectEvents(.hapticTransient, exactly: 0, from: 0.2, to: 1)
  }

  @Test func `an event at another time or intensity fails the test with an excerpt of the timeline`() async throws {
    let engine = try await Sample.runningEngine()
    try await Sample.play(Sample.tap, on: engine, after: 0.13)
    await environment.advance(by: 1)
    var text = await failures { expectEvent(.hapticTransient, at: 0.120) }
    #expect(text.contains("the nearest begins at 0.130000 s, 10 ms late"))
    #expect(text.contains("▸ 0.120000 s\n"))
    #expect(text.contains("event 0 HapticTransient at frame 6240, intensity 0.8"))
    text = await failures { expectEvent(.hapticTransient, at: 0.130, intensity: 0.5 ± 0.1) }
    #expect(text.contains("its intensity is 0.8, not 0.5 ± 0.1"))
    text = await failures { expectEvent(.hapticContinuous, at: 0.130) }
    #expect(text.contains("none was played at all"))
    text = await failures { expectEvents(exactly: 2) }
    #expect(text.contains("expected 2 × event in all, found 1: at 0.130000 s"))
  }

  @Test func `expectSilence fails if an event sounds in its period`() async throws {
    let engine = try await Sample.runningEngine()
    try await Sample.play(Sample.rumble, on: engine, after: 1)
    await environment.advance(by: 3)
    expectSilence(from: 0, to: 1)
    expectSilence(from: 1.5, to: 3)
    let text = await failures { expectSilence(from: 1.4, to: 2) }
    #expect(text.contains("a HapticContinuous that begins at 1.000000 s lasts until 1.500000 s"))
    #expect(await failures { expectSilence(from: 2, to: 1) }.contains("2.000000 s to 1.000000 s is empty"))
  }

  @Test func `an event counts as sounding until its player is stopped`() async throws {
    let engine = try await Sample.runningEngine()
    let player = try await Sample.play(Sample.rumble, on: engine)
    await environment.advance(by: 0.2)
    try player.stop()
    await environment.advance(by: 1)
    expectSilence(from: 0.21, to: 1)
    expectFinished(player: 1, at: 0.2)
    let text = await failures { expectFinished(at: 0.5) }
    #expect(text.contains("the nearest end is at 0.2"))
  }

  @Test func `silence and level are measured from the samples, so a mute counts as silence`() async throws {
    let engine = try await Sample.runningEngine()
    await engine.setMutedForHaptics(true)
    try await Sample.play(Sample.rumble, on: engine)
    await environment.advance(by: 1)
    await engine.setMutedForHaptics(false)
    try await Sample.play(Sample.rumble, on: engine)
    await environment.advance(by: 1)
    let samples = HapticSamples(of: environment)
    expectSilence(from: 0, to: 1, samples: samples)
    expectLevel(-25 ... -10, from: 1.1, to: 1.4, of: samples)
    #expect(await failures { expectSilence(from: 0, to: 2, samples: samples) }.contains("below -80 dB, found"))
    #expect(await failures { expectLevel(-5...0, from: 1.1, to: 1.4) }.contains("expected a level of -5 to 0 dB"))
    #expect(HapticSamples([]).level(from: 0, to: 1) == -200)
  }

  @Test func `expectEngines counts released engines too`() async throws {
    do { _ = try HapticEngine() }
    let engine = try HapticEngine()
    expectEngines(exactly: 2)
    let text = await failures { expectEngines(exactly: 1) }
    #expect(text.contains("expected 1 engine, but 2 were made") && text.contains("engine 1             gone"))
    #expect(engine.number == 2)
  }

  @Test func `an engine's running time is the total length of its runs`() async throws {
    let engine = try await Sample.runningEngine()
    await environment.advance(by: 3)
    try await engine.stop()
    await environment.advance(by: 100)
    try await engine.start()
    await environment.advance(by: 1)
    expectRunning(forLessThan: 4.01)
    #expect(await failures { expectRunning(forLessThan: 4) }.contains("they ran for 4 s"))
    #expect(abs(environment.timeline.runningSeconds(engine: 1) - 4) < 1e-9)
  }

  @Test func `errors can be found by code`() async throws {
    let engine = try HapticEngine()
    let player = try await engine.makePlayer(Sample.tap)
    expectNoErrors()
    #expect(throws: EngineError.self) { try player.start() }
    expectError(.engineNotRunning, times: 1)
    expectNo(error: .noPlayerChannel)
    let text = await failures { expectNo(error: .engineNotRunning) }
    #expect(text.contains("expected no error engineNotRunning (-4805), found 1"))
    #expect(await failures { expectError(.noPlayerChannel) }.contains("expected error -10851, found 0"))
  }

  @Test func `handler calls can be found by kind, reason and order`() async throws {
    let engine = try await Sample.runningEngine()
    try await Sample.play(Sample.tap, on: engine)
    try await engine.notifyWhenPlayersFinished { _ in .stopEngine }
    await environment.advance(by: 1)
    expectHandler(.stopped, times: 1, told: "notifyWhenFinished")
    expectHandler(.reset, times: 0)
    expectHandlers(inOrder: .finished, .stopped)
    #expect(
      await failures { expectHandler(.reset) }.contains("expected resetHandler to be called: it was called 0 times"))
    let text = await failures { expectHandlers(inOrder: .stopped, .finished) }
    #expect(
      text.contains("finishedHandler was called too early") && text.contains("→ stoppedHandler: notifyWhenFinished"))
  }

  @Test func `control changes can be found at the times when they took effect`() async throws {
    let engine = try await Sample.runningEngine()
    let player = try await Sample.play(Sample.rumble, on: engine)
    try player.send([DynamicParameter(.hapticIntensityControl, value: 0.5, time: 0.25)])
    await environment.advance(by: 1)
    expectApplied(.hapticIntensityControl, 0.5, at: 0.25)
    let text = await failures { expectApplied(.hapticIntensityControl, 0.7, at: 0.25) }
    #expect(text.contains("the nearest is 0.5 at 0.25"))
    #expect(await failures { expectApplied(.hapticSharpnessControl, 0, at: 0) }.contains("it was never applied"))
  }

  @Test func `an engine started early counts as prewarmed, and one started with the tap does not`() async throws {
    let cold = try HapticEngine()
    try await cold.start()
    try await Sample.play(Sample.tap, on: cold)
    let text = await failures { expectPrewarmed() }
    #expect(
      text.contains(
        "50 ms before its first play, at 0.000000 s, the engine was not running and the player did not exist"))
    let warm = try await Sample.runningEngine()
    let player = try await warm.makePlayer(Sample.tap)
    await environment.advance(by: 1)
    try player.start()
    expectPrewarmed(in: environment.timeline.of(engine: 2))
  }

  @Test func `an empty timeline meets expectations of silence and fails all others`() async {
    expectSilence(from: 0, to: 1)
    expectEngines(exactly: 0)
    expectRunning(forLessThan: 1)
    expectPrewarmed()
    let text = await failures {
      expectEvent(.hapticTransient, at: 0)
      expectFinished(at: 0)
      expectHandler(.stopped)
    }
    #expect(text.contains("there is no handler") && text.contains("0 entries"))
  }
}
