import TestSupport
import Testing
import ThrumDevice
import ThrumEngine
import ThrumPattern
import ThrumRender

@testable import ThrumEngine

/// Renderer slots: fewer than players, taken at a start, kept while idle, then reused.
struct SlotTests {
  @Test func `all channels are available after any number of players have played`() throws {
    let rig = try EngineRig()
    try rig.start()
    for _ in 0..<200 {
      let player = try rig.player(.tap)
      try rig.play(player)
      rig.pass(0.2)
    }
    for _ in 0..<64 { try rig.play(try rig.player(.buzz(1))) }
    #expect(rig.engine.withEngine { $0.activePlayerCount } == 64)
    rig.pass(2)
    #expect(rig.engine.withEngine { $0.activePlayerCount } == 0)
  }

  @Test func `a player that was played many times is listed as idle only once`() throws {
    let rig = try EngineRig()
    try rig.start()
    let player = try rig.player(.tap)
    for _ in 0..<100 {
      try rig.play(player)
      rig.pass(0.1)
    }
    #expect(rig.engine.withEngine { $0.session?.slots.idle.count } == 1)
    try rig.play(player)
    #expect(rig.engine.withEngine { $0.session?.slots.idle.isEmpty == true })
  }

  @Test func `the slot that has been idle longest is reused first`() throws {
    var configuration = EngineConfiguration()
    configuration.settings.playerCapacity = 4
    let rig = try EngineRig(configuration: configuration)
    try rig.start()
    let (favourite, other) = (try rig.player(.tap), try rig.player(.tap))
    for player in [favourite, other, favourite] {
      try rig.play(player)
      rig.pass(0.2)
    }
    try rig.play(try rig.player(.tap))
    rig.pass(0.2)
    #expect(rig.engine.withEngine { $0.session?.slots[favourite] } != nil)
    #expect(rig.engine.withEngine { $0.session?.slots[other] } == nil)
  }

  @Test func `if a player is dropped while the ring is full, its slot is freed later`() throws {
    var configuration = EngineConfiguration()
    configuration.settings.commandCapacity = 16
    let driver = ManualOutput.Driver()
    configuration.makeOutput = { ManualOutput(driver) }
    let environment = HapticEnvironment.virtual(opensDevices: true)
    let engine = try HapticEngine(configuration, in: environment)
    engine.start { _ in }
    environment.advance(by: 0)
    let (lost, filler) = try engine.withEngine { engine in
      (try engine.addPlayer(.tap), try engine.addPlayer(.tap))
    }
    func play(_ id: PlayerID) throws {
      try engine.withEngine { try $0.start(id) }
      for _ in 0..<50 { driver.renderPeriod() }
      engine.withEngine { $0.takeNotices() }
    }
    try play(lost)
    try play(filler)
    engine.withEngine { engine in
      do { while true { try engine.setPlaybackRate(filler, 2) } } catch {}
      engine.drop(lost)
    }
    driver.renderPeriod()
    for _ in 0..<40 {
      let player = try engine.withEngine { try $0.addPlayer(.tap) }
      try play(player)
      driver.renderPeriod()
      engine.withEngine { $0.takeNotices() }
    }
    #expect(
      engine.withEngine { engine in engine.session?.slots.owners.values.allSatisfy { engine.players[$0] != nil } == true
      })
    engine.stop(completion: nil)
  }

  @Test func `a start never queues more controls than the command ring can hold`() throws {
    let rig = try EngineRig()
    let player = try rig.player(.buzz(1))
    let parameters = (0..<5000).map { DynamicParameter(.hapticIntensityControl, value: 0.5, time: Double($0) * 0.001) }
    #expect(rig.code { try $0.sendParameters(parameters, to: player) } == .resourceNotAvailable)
    let points = (0..<2000).map { ControlPoint(time: 1 + Double($0) * 0.001, value: 0.5) }
    let curve = ParameterCurve(.hapticIntensityControl, time: 0, points: points)
    for _ in 0..<2 {
      try rig.do { try $0.scheduleParameterCurve(curve, on: player, atTime: rig.environment.engineTime + 9) }
    }
    #expect(rig.code { try $0.scheduleParameterCurve(curve, on: player) } == .resourceNotAvailable)
    try rig.start()
    try rig.play(player)
    rig.pass(2)
    #expect(!rig.isActive(player))
  }
}
