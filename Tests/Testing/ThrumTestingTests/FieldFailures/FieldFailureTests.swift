import Testing
import ThrumEngine
import ThrumTesting

/// Bugs from the field: naive code has each of them, careful code has none, and the expectations tell them apart.
@Suite(.haptics()) struct FieldFailureTests {
  private var environment: HapticEnvironment { .current }

  /// Runs a script with an app. The caller keeps the returned app alive as long as it needs its samples.
  private func run<App: AppHaptics>(_ failure: FieldFailure, _ type: App.Type) async -> App {
    let app = App()
    await failure.run { app.handle($0) }
    return app
  }

  /// Expects a single engine and no errors or problems.
  private func expectOneQuietEngine() {
    expectEngines(exactly: 1)
    expectNoErrors()
    #expect(environment.problems.isEmpty)
  }

  @Test func `foreground return: naive code stays silent`() async {
    _ = await run(.foregroundReturn, TrustingHaptics.self)
    expectEvents(exactly: 1)
    expectHandler(.stopped, times: 1, told: "applicationSuspended")
    let text = await failures { expectNo(error: .engineNotRunning) }
    #expect(text.contains("the first at 6.000000 s"))
  }

  @Test func `foreground return: careful code plays again`() async {
    _ = await run(.foregroundReturn, CarefulHaptics.self)
    expectOneQuietEngine()
    expectEvent(.hapticTransient, at: 6)
  }

  @Test func `late stopped handler: naive code discards the running engine`() async {
    _ = await run(.lateStoppedHandler, ForgettingHaptics.self)
    let text = await failures { expectEvents(exactly: 1) }
    #expect(text.contains("found 0"))
  }

  @Test func `late stopped handler: careful code keeps the running engine`() async {
    _ = await run(.lateStoppedHandler, CarefulHaptics.self)
    expectOneQuietEngine()
    expectEvent(.hapticTransient, at: 2)
  }

  @Test func `engine not retained: naive code plays nothing`() async {
    _ = await run(.engineNotRetained, LocalHaptics.self)
    expectNoErrors()
    let text = await failures { expectHandler(.stopped, times: 0, told: "engineDestroyed") }
    #expect(text.contains("it was called once"))
    #expect(await failures { expectEvent(.hapticTransient, at: 1) }.contains("none was played at all"))
  }

  @Test func `engine not retained: careful code keeps its engine`() async {
    _ = await run(.engineNotRetained, CarefulHaptics.self)
    expectOneQuietEngine()
    expectEvent(.hapticTransient, at: 1)
  }

  @Test func `engine per call: naive code creates five engines`() async {
    _ = await run(.enginePerCall, HoardingHaptics.self)
    expectEvents(exactly: 5)
    #expect(await failures { expectEngines(exactly: 1) }.contains("5 were made"))
  }

  @Test func `engine per call: careful code creates one engine`() async {
    _ = await run(.enginePerCall, CarefulHaptics.self)
    expectOneQuietEngine()
    expectEvents(exactly: 5)
  }

  @Test func `no free player: naive code runs out of channels`() async {
    _ = await run(.noFreePlayer, TrustingHaptics.self)
    expectEvents(exactly: 4, to: 1.49)
    expectError(.noPlayerChannel, times: 6)
    #expect(await failures { expectNo(error: .noPlayerChannel) }.contains("expected no error -10851, found 6"))
  }

  @Test func `no free player: careful code restarts the same player`() async {
    _ = await run(.noFreePlayer, CarefulHaptics.self)
    expectOneQuietEngine()
    expectEvents(.hapticContinuous, exactly: 10)
  }

  @Test func `microphone session: naive code is silent without an error`() async {
    let app = await run(.microphoneSession, TrustingHaptics.self)
    expectEvent(.hapticTransient, at: 2)
    expectNoErrors()
    let text = await failures { expectLevel(-40...0, from: 2, to: 2.03) }
    #expect(text.contains("it is -200 dB"))
    withExtendedLifetime(app) {}
  }

  @Test func `microphone session: careful code allows haptics and plays`() async {
    let app = await run(.microphoneSession, CarefulHaptics.self)
    expectOneQuietEngine()
    expectLevel(-40...0, from: 2, to: 2.03)
    withExtendedLifetime(app) {}
  }

  @Test func `other audio: naive code fails to start and stays silent`() async {
    _ = await run(.otherAudio, TrustingHaptics.self)
    #expect(await failures { expectNo(error: .cannotStartPlaying) }.contains("561015905"))
    #expect(await failures { expectEvent(.hapticTransient, at: 1) }.contains("✗ engineNotRunning"))
  }

  @Test func `other audio: careful code plays haptics only`() async {
    _ = await run(.otherAudio, CarefulHaptics.self)
    expectOneQuietEngine()
    expectEvent(.hapticTransient, at: 1)
  }

  @Test func `idle engine: naive code keeps its engine running for half an hour`() async {
    _ = await run(.idleEngine, TrustingHaptics.self)
    #expect(await failures { expectRunning(forLessThan: 180) }.contains("they ran for 1800 s"))
  }

  @Test func `idle engine: careful code shuts its engine down after two minutes`() async {
    _ = await run(.idleEngine, CarefulHaptics.self)
    expectOneQuietEngine()
    expectRunning(forLessThan: 125)
    expectHandler(.stopped, times: 1, told: "idleTimeout")
  }

  @Test func `cold start: naive code starts its engine with the first tap`() async {
    _ = await run(.coldStart, LazyHaptics.self)
    expectEvent(.hapticTransient, at: 3)
    #expect(await failures { expectPrewarmed() }.contains("the engine was not running and the player did not exist"))
  }

  @Test func `cold start: careful code prewarms its engine`() async {
    _ = await run(.coldStart, CarefulHaptics.self)
    expectOneQuietEngine()
    expectPrewarmed()
    expectEvent(.hapticTransient, at: 3)
  }

  @Test func `disabled setting: naive code keeps buzzing`() async {
    _ = await run(.disabledSetting, TrustingHaptics.self)
    #expect(await failures { expectSilence(from: 1.52, to: 4) }.contains("HapticContinuous"))
  }

  @Test func `disabled setting: careful code falls silent immediately`() async {
    _ = await run(.disabledSetting, CarefulHaptics.self)
    expectOneQuietEngine()
    expectEvents(exactly: 1)
    expectSilence(from: 1.52, to: 4)
    expectRunning(forLessThan: 1.6)
  }

  @Test func `audio route change: naive code stays silent`() async {
    _ = await run(.audioRouteChange, TrustingHaptics.self)
    expectHandler(.stopped, times: 1, told: "audioSessionInterrupt")
    #expect(await failures { expectNo(error: .engineNotRunning) }.contains("the first at 3.000000 s"))
  }

  @Test func `audio route change: careful code plays again`() async {
    _ = await run(.audioRouteChange, CarefulHaptics.self)
    expectOneQuietEngine()
    expectEvent(.hapticTransient, at: 3)
  }

  @Test(.haptics(mayBeUnused: true), arguments: FieldFailure.all)
  func `every field failure has a description, a remedy and ordered steps`(failure: FieldFailure) {
    #expect(!failure.onThePhone.isEmpty && !failure.remedy.isEmpty && !failure.caughtBy.isEmpty)
    #expect(zip(failure.script, failure.script.dropFirst()).allSatisfy { $0.time <= $1.time })
    #expect(FieldFailure.all.count { $0.name == failure.name } == 1)
  }
}
