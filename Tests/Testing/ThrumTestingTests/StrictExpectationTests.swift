import Foundation
import Testing
import ThrumEngine
import ThrumFeedback
import ThrumPattern
import ThrumTesting

/// Expectations that used to pass when they should fail.
@Suite(.haptics()) struct StrictExpectationTests {
  private var phone: HapticEnvironment { .current }

  // EXPECT-1
  @Test func `feedback from a generator is no event of the app`() async throws {
    SystemFeedback.play(.impactMedium)
    await phone.advance(by: 1)
    expectFeedback(.impactMedium, at: 0)
    expectEvents(exactly: 0)
    #expect(await failures { expectEvent(.hapticTransient, at: 0) }.contains("none was played at all"))
    #expect(await failures { expectSilence(from: 0, to: 1) }.contains("a HapticTransient begins"))
  }

  // EXPECT-2
  @Test func `a name that does not exist fails, even if it is expected 0 times`() async throws {
    _ = try await Sample.runningEngine()
    #expect(await failures { expectFeedback("impact-meduim", times: 0) }.contains("did you mean impact-medium?"))
    #expect(await failures { expectFeedback("impactMedium", times: 0) }.contains("no feedback has the name"))
    #expect(await failures { expectFeedbackPrepared("nothing") }.contains("see `thrum presets`"))
    let text = await failures { expectHandler(.stopped, times: 0, told: "audioSessionInterrupted") }
    #expect(text.contains("did you mean audioSessionInterrupt?"))
    expectHandler(.stopped, times: 0, reason: .audioSessionInterrupt)
    expectHandler(.started, times: 0, error: .engineStartTimeout)
    expectHandler(.stopped, times: 0, told: "561015905")
  }

  // EXPECT-3
  @Test func `a ramp has its values at their times, and its target at its end`() async throws {
    let engine = try await Sample.runningEngine()
    let player = try await engine.makePlayer(Sample.rumble)
    try player.start()
    try player.schedule(
      ParameterCurve(
        .hapticIntensityControl, time: 0,
        points: [ControlPoint(time: 0, value: 0.2), ControlPoint(time: 0.4, value: 1)]))
    await phone.advance(by: 1)
    expectApplied(.hapticIntensityControl, 0.2, at: 0)
    expectApplied(.hapticIntensityControl, 0.6 ± 0.01, at: 0.2)
    expectApplied(.hapticIntensityControl, 1, at: 0.4)
    let text = await failures { expectApplied(.hapticIntensityControl, 1, at: 0) }
    #expect(text.contains("the nearest is"))
    #expect(await failures { expectApplied(.hapticIntensityControl, 0.2, at: 0.4) }.contains("the nearest is 1 at 0.4"))
  }

  @Test func `expectations return what they matched, and a requirement ends the test`() async throws {
    let engine = try await Sample.runningEngine()
    try await Sample.play(Sample.tap, on: engine, after: 0.1)
    await phone.advance(by: 1)
    let tap = try requireEvent(.hapticTransient, at: 0.1)
    #expect(abs(tap.intensity - 0.8) < 1e-6 && tap.engine == 1)
    #expect(expectEvents(exactly: 1) == [tap])
    let text = await failures {
      #expect(throws: MissingEvent.self) { try requireEvent(.hapticContinuous, at: 0.1) }
    }
    #expect(text.contains("none was played at all"))
  }

  // TIME-17
  @Test(.haptics(.mayBeUnused)) func `awaiting the end of a pattern without an advance is reported and ends`()
    async throws
  {
    let phone = HapticEnvironment.virtual()
    let engine = try HapticEngine(in: phone)
    try await engine.start()
    let player = try await engine.makePlayer(Sample.rumble)
    try player.start()
    let error = await player.untilFinished()
    #expect(error == nil)
    #expect(phone.problems.count == 1)
    #expect(phone.problems.first?.contains("the completion of player 1 of engine 1 is still to come") == true)
    await withCheckedContinuation { continuation in
      player.setCompletionHandler { _ in continuation.resume() }
      try? player.start()
    }
    #expect(phone.problems.count == 2)
  }

  // TIME-17
  @Test(.haptics(.mayBeUnused)) func `what is awaited from the end of a reported wait on is reported too`()
    async throws
  {
    let phone = HapticEnvironment.virtual()
    let engine = try HapticEngine(in: phone)
    try await engine.start()
    let player = try await engine.makePlayer(Sample.rumble)
    await withCheckedContinuation { continuation in
      player.setCompletionHandler { _ in
        player.setCompletionHandler { _ in continuation.resume() }
        try? player.start()
      }
      try? player.start()
    }
    #expect(phone.problems.count == 2)
  }

  // EXPECT-4
  @Test(.haptics()) func `a player that a call cuts off is no error of the app, but a start afterwards is`()
    async throws
  {
    let engine = try HapticEngine()
    try await engine.start()
    let player = try await engine.makePlayer(
      Pattern(entries: [
        .event(Event(type: .hapticContinuous, time: 0, duration: 5))
      ]))
    try player.start()
    await phone.advance(by: 1)
    phone.apply(.interruptAudio)
    await phone.advance(by: 1)
    expectNo(error: .engineNotRunning)
    expectNoErrors()
    expectError(.engineNotRunning, times: 1)
    #expect(throws: EngineError.self) { try player.start() }
    withKnownIssue { expectNo(error: .engineNotRunning) }
  }

  // EXPECT-5
  @Test(.haptics()) func `what an engine has played is in the samples when the engine is gone`() async throws {
    func tap(thenStops: Bool) async throws {
      let engine = try HapticEngine()
      try await engine.start()
      try await engine.makePlayer(Pattern(entries: [.event(Event(type: .hapticTransient, time: 0))])).start()
      await phone.advance(by: 0.25)
      if thenStops { try await engine.stop() }
    }
    try await tap(thenStops: true)
    await phone.advance(by: 0.25)
    try await tap(thenStops: false)
    await phone.settle()
    let samples = phone.samples()
    func peak(_ from: Double, _ to: Double) -> Float {
      samples[2 * Int(from * 48_000)..<2 * Int(to * 48_000)].map(abs).max() ?? 0
    }
    #expect(peak(0, 0.1) > 0.05)
    #expect(peak(0.25, 0.49) < 0.001)
    #expect(peak(0.5, 0.6) > 0.05)
    withKnownIssue { expectSilence(from: 0, to: 0.25, samples: HapticSamples(of: phone)) }
  }

  // TIME-18
  @Test(.haptics(.mayBeUnused)) func `a clock of the machine that is read at two virtual moments is noted once`() async
  {
    func notes() -> Int { phone.timeline.entries.count { "\($0.fact)".contains("follows the machine's clock") } }
    #expect(phone.now == 0)
    func read() {
      _ = (ContinuousClock.now, ContinuousClock().now, SuspendingClock.now)  // lane: only that they were read counts
      _ = ProcessInfo.processInfo.systemUptime
    }
    _ = (Date.now, Date.now)
    read()
    #expect(notes() == 0)
    await phone.advance(by: 10)
    #expect(phone.now == 10)
    _ = (Date.now, Date.now)
    #expect(notes() == 1)
    read()
    read()
    #expect(notes() == 4)
  }

  // TRAP-1
  @Test(.haptics(.strict)) func `strict tests fail where a phone would punish`() async throws {
    let engine = try HapticEngine()
    await engine.setAutoShutdownEnabled(true)
    #expect(HapticEnvironment.current.isStrict)
  }
}
