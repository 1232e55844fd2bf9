import Dispatch
import Synchronization
import Testing
import ThrumEngine
import ThrumPattern

/// What an environment does in addition to its engines.
@Suite struct EnvironmentTests {
  private func play(in environment: HapticEnvironment, rate: Double = 48_000) async throws -> HapticEngine {
    var configuration = EngineConfiguration()
    configuration.request.sampleRate = rate
    let engine = try HapticEngine(configuration, in: environment)
    try await engine.start()
    try await engine.makePlayer(EngineTests.buzz).start()
    return engine
  }

  @Test func `an environment's samples are the mix of its engines' samples`() async throws {
    let environment = HapticEnvironment.virtual()
    #expect(environment.samples().isEmpty)
    let first = try await play(in: environment)
    let second = try await play(in: environment)
    await environment.advance(by: 0.3)
    let mix = environment.samples(0.1...0.2)
    let (one, two) = (await first.samples(0.1...0.2), await second.samples(0.1...0.2))
    #expect(mix.count == 2 * 4800)
    #expect(mix == zip(one, two).map { $0 + $1 })
    #expect(mix.contains { abs($0) > 0.1 })
  }

  @Test func `an engine with a different sample rate is left out of the mix and reported`() async throws {
    let environment = HapticEnvironment.virtual()
    let engine = try await play(in: environment, rate: 44_100)
    await environment.advance(by: 0.1)
    #expect(environment.samples().isEmpty)
    #expect(environment.problems.count == 1)
    #expect(environment.samples(sampleRate: 44_100).count == 2 * 4410)
    try await engine.stop()
  }

  private final class Thing: Sendable {}
  private final class Other: Sendable {}

  @Test func `an environment keeps one object for each type and number until it restarts`() {
    let (environment, second) = (HapticEnvironment.virtual(), HapticEnvironment.virtual())
    let thing = environment.object { Thing() }
    #expect(environment.object { Thing() } === thing)
    #expect(environment.object(1) { Thing() } !== thing)
    #expect(second.object { Thing() } !== thing)
    let other = environment.object { Other() }
    #expect(environment.object { Other() } === other)
    environment.restart(profile: .phone)
    #expect(environment.object { Thing() } !== thing)
  }

  @Test func `a controller's number changes only when a connected one is disconnected`() {
    let environment = HapticEnvironment.virtual(profile: .controller)
    let first = environment.controllerNumber
    environment.apply(.connectController)
    environment.apply(.clear)
    #expect(environment.controllerNumber == first)
    environment.apply(.disconnectController)
    environment.apply(.disconnectController)
    environment.apply(.clear)
    #expect(environment.controllerNumber == first + 1)
  }

  @Test func `haptics play during a recording only if the app allows it`() async throws {
    for allows in [false, true] {
      let environment = HapticEnvironment.virtual()
      environment.setAllowsHapticsDuringRecording(allows)
      environment.apply(.clear)
      environment.apply(.beginRecording)
      let engine = try await play(in: environment)
      await environment.advance(by: 0.3)
      #expect(environment.samples().contains { abs($0) > 0.1 } == allows)
      try await engine.stop()
    }
  }

  @Test func `an engine created in a handler joins the environment of the handler's engine`() async throws {
    let environment = HapticEnvironment.virtual()
    let engine = try HapticEngine(in: environment)
    try await engine.start()
    await engine.setStoppedHandler { _ in _ = try? HapticEngine() }
    environment.apply(.suspendApp)
    await environment.settle()
    #expect(environment.engineCount == 2)
  }

  @Test func `an environment is released with its last user, even while work is pending`() async throws {
    weak var gone: HapticEnvironment?
    do {
      let environment = HapticEnvironment.virtual()
      gone = environment
      let engine = try await play(in: environment)
      await engine.setAutoShutdownEnabled(true)
      environment.schedule(.suspendApp, after: 5)
    }
    #expect(gone == nil)
  }

  @Test(arguments: [Double.nan, -1, .infinity])
  func `a fault with an invalid delay is reported as a problem, and time still advances`(delay: Double) async throws {
    let environment = HapticEnvironment.virtual()
    environment.schedule(.endInterruption, after: delay)
    environment.schedule(.interruptAudio, after: 1)
    await environment.advance(by: 2)
    #expect(environment.problems.count == 1)
    #expect(environment.timeline.entries.contains { $0.fact == .fault("interrupt audio") && $0.time == 1 })
  }

  @Test func `a player listed twice in a start occupies one channel`() async throws {
    let engine = try HapticEngine(in: .virtual())
    try await engine.start()
    engine.environment.apply(.limitPlayers(1))
    let player = try await engine.makePlayer(EngineTests.buzz)
    try await engine.start([player, player])
    #expect(await engine.activePlayerCount == 1)
  }

  private final class Reasons: Sendable {
    let names = Mutex<[String]>([])
  }

  @Test func `an awaited advance waits for work that a handler starts on other queues and in tasks`() async throws {
    let environment = HapticEnvironment.virtual()
    let engine = try HapticEngine(in: environment)
    try await engine.start()
    let reasons = Reasons()
    await engine.setStoppedHandler { reason in
      DispatchQueue.main.async {
        Task { @MainActor in DispatchQueue.global().async { reasons.names.withLock { $0.append(reason.name) } } }
      }
    }
    environment.schedule(.interruptAudio, after: 0.5)
    await environment.advance(by: 1)
    #expect(reasons.names.withLock { $0 } == ["audioSessionInterrupt"])
  }
}
