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
    var kept: [HapticPlayer] = []
    for _ in 0..<200 {
      let player = try rig.player(.tap)
      kept.append(player)
      try rig.play(player)
      rig.pass(0.2)
    }
    for _ in 0..<64 {
      kept.append(try rig.player(.buzz(1)))
      try kept.last?.start()
    }
    #expect(rig.engine.withEngine { $0.activePlayerCount } == 64)
    rig.pass(2)
    #expect(rig.engine.withEngine { $0.activePlayerCount } == 0)
    withExtendedLifetime(kept) {}
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
    let third = try rig.player(.tap)
    try rig.play(third)
    rig.pass(0.2)
    let numbers = rig.engine.withEngine { $0.session?.slots.players.map(\.number) }
    #expect(numbers?.contains(favourite.number) == true)
    #expect(numbers?.contains(other.number) == false)
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
    var lost: HapticPlayer? = try engine.withEngine { try $0.makePlayer(.tap) }
    let filler = try engine.withEngine { try $0.makePlayer(.tap) }
    func play(_ player: HapticPlayer?) throws {
      try player?.start()
      for _ in 0..<50 { driver.renderPeriod() }
      engine.withEngine { $0.takeNotices() }
    }
    try play(lost)
    try play(filler)
    do { while true { try filler.setRate(2) } } catch {}
    lost = nil
    driver.renderPeriod()
    var kept: [HapticPlayer] = []
    for _ in 0..<40 {
      let player = try engine.withEngine { try $0.makePlayer(.tap) }
      kept.append(player)
      try play(player)
      driver.renderPeriod()
      engine.withEngine { $0.takeNotices() }
    }
    #expect(
      engine.withEngine { engine in engine.session?.slots.owners.values.allSatisfy { engine.players[$0] != nil } == true
      })
    engine.stop(completion: nil)
    withExtendedLifetime(kept) {}
  }

  @Test func `a start never queues more controls than the command ring can hold`() throws {
    let rig = try EngineRig()
    let player = try rig.player(.buzz(1))
    let parameters = (0..<5000).map { DynamicParameter(.hapticIntensityControl, value: 0.5, time: Double($0) * 0.001) }
    #expect(rig.code { try player.send(parameters) } == .resourceNotAvailable)
    let points = (0..<2000).map { ControlPoint(time: 1 + Double($0) * 0.001, value: 0.5) }
    let curve = ParameterCurve(.hapticIntensityControl, time: 0, points: points)
    for _ in 0..<2 {
      try player.schedule(curve, at: rig.environment.engineTime + 9)
    }
    #expect(rig.code { try player.schedule(curve) } == .resourceNotAvailable)
    try rig.start()
    try rig.play(player)
    rig.pass(2)
    #expect(!player.isActive)
  }
}
