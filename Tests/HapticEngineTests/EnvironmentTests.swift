import HapticEngine
import HapticPattern
import Testing

/// What environments do beyond their engines.
@Suite struct EnvironmentTests {
  private func play(in environment: HapticEnvironment, rate: Double = 48_000) async throws -> HapticEngine {
    var configuration = EngineConfiguration()
    configuration.request.sampleRate = rate
    let engine = try HapticEngine(configuration, in: environment)
    try await engine.start()
    try await engine.start(try await engine.makePlayer(EngineTests.buzz))
    return engine
  }

  @Test func `an environment's samples are those of its engines, mixed`() async throws {
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

  @Test func `an engine of another rate is left out, which is said`() async throws {
    let environment = HapticEnvironment.virtual()
    let engine = try await play(in: environment, rate: 44_100)
    await environment.advance(by: 0.1)
    #expect(environment.samples().isEmpty)
    #expect(environment.problems.count == 1)
    #expect(environment.samples(sampleRate: 44_100).count == 2 * 4410)
    await engine.stop()
  }

  @Test func `an app that asks for it is felt while the microphone records`() async throws {
    for allows in [false, true] {
      let environment = HapticEnvironment.virtual()
      environment.setAllowsHapticsDuringRecording(allows)
      environment.apply(.clear)
      environment.apply(.beginRecording)
      let engine = try await play(in: environment)
      await environment.advance(by: 0.3)
      #expect(environment.samples().contains { abs($0) > 0.1 } == allows)
      await engine.stop()
    }
  }

  @Test func `an engine that a handler makes lives where the handler's engine does`() async throws {
    let environment = HapticEnvironment.virtual()
    let engine = try HapticEngine(in: environment)
    try await engine.start()
    await engine.setStoppedHandler { _ in _ = try? HapticEngine() }
    environment.apply(.suspendApp)
    await environment.settle()
    #expect(environment.engineCount == 2)
  }
}
