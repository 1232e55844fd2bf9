import TestSupport
import Testing
import ThrumDevice
import ThrumPattern
import ThrumRender

@testable import ThrumEngine

/// A running engine with a device thread that sleeps while nothing plays. Real time, because the thread has to
/// wake up; `RestTests` cover in virtual time when it sleeps.
@Suite(.enabled(if: Lane.isDevice, Comment(rawValue: Lane.skipMessage))) struct SuspensionTests {
  private func engine() async throws -> HapticEngine {
    var configuration = EngineConfiguration { SilentOutput(idleSeconds: 0) }
    configuration.keepsJournal = true
    let engine = try HapticEngine(configuration, in: .realTime())
    try await engine.start()
    return engine
  }

  /// Waits until the thread sleeps.
  private func rest(_ engine: HapticEngine) async {
    while engine.withEngine({ $0.session?.isAsleep == false }) { await Task.yield() }
  }

  @Test func `a tap that wakes a suspended device plays in full, even if the engine is stopped immediately`()
    async throws
  {
    let engine = try await engine()
    for _ in 0..<5 {
      let watch = try Machine.watch(forStallsBeyond: 0.03)
      try await engine.start()
      let player = try await engine.makePlayer(.tap)
      await rest(engine)
      try player.start()
      try await engine.stop()
      let peak = await engine.samples().map(abs).max() ?? 0
      try watch.skipIfStalled()
      #expect(peak > 0.06)
    }
  }

  @Test func `time advances while the device is suspended, and a scheduled start is on time`() async throws {
    let engine = try await engine()
    let player = try await engine.makePlayer(.tap)
    for _ in 0..<2 {
      let watch = try Machine.watch(forStallsBeyond: 0.15)
      await rest(engine)
      let first = await engine.meter.renderedFrames
      while await engine.meter.renderedFrames < first + 36_000 { await Task.yield() }
      let before = await engine.meter.renderedFrames
      let moment = engine.currentTime + 0.03
      try player.start(at: moment)
      #expect(await player.untilFinished() == nil)
      #expect(await engine.meter.renderedFrames > before)
      let starts = engine.environment.timeline.entries.compactMap { entry -> (frame: SampleTime, time: Double)? in
        if case .playerStarted(let frame) = entry.fact {
          (frame, entry.time + engine.environment.origin)
        } else {
          nil
        }
      }
      let start = try #require(starts.last)
      #expect(start.frame >= before)
      try watch.skipIfStalled()
      // A renderer that ignored the suspended time would be 0.75 s late.
      #expect(abs(start.time - moment) < 0.25)
    }
    try await engine.stop()
  }

  @Test func `changing the volume or muting while suspended does not wake the device`() async throws {
    let engine = try await engine()
    await rest(engine)
    await engine.setGain(decibels: -20)
    await engine.setMutedForHaptics(true)
    await rest(engine)
    let player = try await engine.makePlayer(.tap)
    try player.start()
    try await engine.stop()
    #expect(await engine.samples().allSatisfy { $0 == 0 })
  }
}
