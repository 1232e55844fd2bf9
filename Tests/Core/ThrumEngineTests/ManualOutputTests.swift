import TestSupport
import Testing
import ThrumDevice
import ThrumPattern

@testable import ThrumEngine
@testable import ThrumRender

/// The engine over a manually driven device, in virtual time.
@Suite struct ManualOutputTests {
  private struct Rig {
    let environment = HapticEnvironment.virtual(opensDevices: true)
    let driver = ManualOutput.Driver(periodFrames: 256)
    let engine: HapticEngine

    init() throws {
      let driver = driver
      var configuration = EngineConfiguration { ManualOutput(driver) }
      configuration.keepsJournal = true
      engine = try HapticEngine(configuration, in: environment)
      engine.start { _ in }
      environment.advance(by: 0)
    }

    /// Renders periods in step with the clock.
    func pass(periods: Int) {
      for _ in 0..<periods {
        driver.renderPeriod()
        environment.advance(by: 256.0 / 48_000)
      }
    }

    var starts: [SampleTime] {
      engine.environment.timeline.entries.compactMap {
        if case .playerStarted(let frame) = $0.fact { frame } else { nil }
      }
    }

    func player(_ pattern: Pattern) throws -> HapticPlayer {
      try engine.withEngine { (engine) throws(EngineError) in try engine.makePlayer(pattern) }
    }
  }

  // REAL-9
  @Test func `a start takes effect on the first unrendered frame, within one period and one quantum of the call`()
    throws
  {
    let rig = try Rig()
    let player = try rig.player(.tap)
    for _ in 0..<20 {
      rig.pass(periods: 3)
      let called = rig.engine.withEngine { $0.meter.renderedFrames }
      try player.start()
      rig.pass(periods: 1)
      #expect((rig.starts.max() ?? -1) - called <= 256 + 64)
      #expect((rig.starts.max() ?? -1) >= called)
    }
  }

  // REAL-10
  @Test func `players started in one call begin in the same frame on a device`() throws {
    let rig = try Rig()
    let players = try (0..<8).map { _ in try rig.player(.tap) }
    rig.pass(periods: 2)
    try rig.engine.withEngine { (engine) throws(EngineError) in try engine.start(players) }
    rig.pass(periods: 4)
    #expect(rig.starts.count == 8)
    #expect(Set(rig.starts).count == 1)
  }

  // REAL-11
  @Test func `engine time follows a stalled device`() throws {
    let rig = try Rig()
    let player = try rig.player(.tap)
    rig.pass(periods: 100)
    rig.environment.advance(by: 5)
    rig.pass(periods: 10)
    let rendered = rig.engine.withEngine { $0.meter.renderedFrames }
    try player.start(at: rig.environment.engineTime + 0.5)
    rig.pass(periods: 200)
    let frame = try #require(rig.starts.last)
    #expect(abs(Double(frame - rendered) / 48_000 - 0.5) < 0.03)
  }

  // REAL-12
  @Test func `the journal of a live run renders the same samples again, bit for bit`() throws {
    let rig = try Rig()
    let player = try rig.player(.buzz(0.4))
    rig.pass(periods: 5)
    try player.start()
    try player.send([DynamicParameter(.hapticIntensityControl, value: 0.4, time: 0.1)])
    rig.pass(periods: 20)
    player.isMuted = true
    rig.pass(periods: 10)
    player.isMuted = false
    rig.engine.withEngine { $0.setMutedForHaptics(true) }
    rig.pass(periods: 10)
    rig.engine.withEngine { $0.setMutedForHaptics(false) }
    rig.pass(periods: 10)
    try player.stop()
    rig.pass(periods: 30)
    let live = rig.driver.samples
    let latency = rig.engine.withEngine { $0.session?.latency ?? 0 }
    let again = rig.engine.withEngine { $0.samples() }
    // The journal removes the limiter's look-ahead; a device plays it.
    let shifted = Array(live.dropFirst(2 * latency))
    let count = min(shifted.count, again.count)
    #expect(count > 20_000)
    #expect(shifted[..<count] == again[..<count])
    #expect((live.map(abs).max() ?? 0) > 0.05)
  }

  // REAL-14
  @Test func `a cancel ends a player with an overdue start that the device has not reached`() throws {
    let rig = try Rig()
    let player = try rig.player(.buzz(1))
    rig.pass(periods: 4)
    let now = rig.environment.engineTime
    try player.start(at: now + 0.012)
    rig.pass(periods: 1)
    // The clock passes the start time, but the device is late.
    rig.environment.advance(by: 0.01)
    try player.cancel()
    rig.pass(periods: 3)
    #expect(rig.starts.isEmpty)
    #expect(rig.engine.withEngine { $0.activePlayerCount } == 0)
  }

  // REAL-15
  @Test func `a player ends even if its starts take effect out of order`() throws {
    let rig = try Rig()
    let player = try rig.player(.buzz(0.02))
    rig.pass(periods: 4)
    // Scheduled later but sent first: engine time follows a device that has fallen behind, so the second start
    // overtakes it.
    try player.start(at: rig.environment.engineTime + 0.3)
    rig.environment.advance(by: 0.2)
    try player.start(at: rig.environment.engineTime + 0.11)
    rig.pass(periods: 100)
    #expect(rig.starts.count == 2)
    #expect(rig.engine.withEngine { $0.activePlayerCount } == 0)
  }

  // REAL-16
  @Test func `a player stays active while a start is pending, even after another playback has ended`() throws {
    let rig = try Rig()
    let player = try rig.player(.buzz(0.02))
    rig.pass(periods: 4)
    try player.start(at: rig.environment.engineTime + 0.3)
    try player.start()
    rig.pass(periods: 30)
    #expect(rig.starts.count == 1)
    #expect(player.isActive)
    rig.pass(periods: 70)
    #expect(rig.starts.count == 2)
    #expect(rig.engine.withEngine { $0.activePlayerCount } == 0)
  }

  // REAL-18
  @Test func `an engine stop waits for a tap that a suspended device has not rendered`() throws {
    let rig = try Rig()
    let player = try rig.player(.tap)
    rig.pass(periods: 20)
    rig.engine.withEngine { $0.session?.controls.status.beginSuspension(frame: 20 * 256, at: .max) }
    try player.start()
    rig.engine.stop(completion: nil)
    // An engine that does not wait would have closed the device by now.
    rig.environment.advance(by: 0.05)
    rig.engine.withEngine { $0.session?.controls.status.endSuspension() }
    rig.pass(periods: 4)
    #expect(rig.starts.count == 1)
    #expect(rig.driver.samples.contains { $0 != 0 })
  }
}
