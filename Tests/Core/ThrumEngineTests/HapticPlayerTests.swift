import TestSupport
import Testing
import ThrumEngine
import ThrumPattern

/// The player object that an app holds.
@Suite struct HapticPlayerTests {
  private func player(_ rig: EngineRig, _ pattern: Pattern) throws -> HapticPlayer {
    try rig.engine.withEngine { (engine) throws(EngineError) in try engine.makePlayer(pattern) }
  }

  @Test func `a player reports its number, duration and settings`() throws {
    let rig = try EngineRig()
    let (first, second) = (try player(rig, .buzz(0.5)), try player(rig, .buzz(2)))
    #expect([first.number, second.number] == [1, 2])
    #expect([first.duration, second.duration] == [0.5, 2])
    #expect(first.description == "player 1")
    #expect((first.loops, first.isMuted, first.rate, first.loopEnd) == (false, false, 1, 0.5))
    try first.setLoops(true)
    try first.setLoopEnd(0.25)
    try first.setRate(2)
    first.isMuted = true
    #expect((first.loops, first.isMuted, first.rate, first.loopEnd) == (true, true, 2, 0.25))
    try first.setLoopEnd(0)
    for rate in [-1, 0, .infinity, .nan, 1e6] { try first.setRate(rate) }
    #expect((first.rate, first.loopEnd) == (2, 0.5))
    #expect((second.loops, second.isMuted, second.rate) == (false, false, 1))
  }

  @Test func `a player released while playing plays to its end`() throws {
    let rig = try EngineRig()
    try rig.start()
    try player(rig, .buzz(1)).start()
    rig.pass(0.5)
    #expect(rig.engine.withEngine { $0.activePlayerCount } == 1)
    rig.pass(0.6)
    #expect(rig.engine.withEngine { $0.activePlayerCount } == 0)
    #expect(rig.environment.timeline.entries.contains { $0.fact == .playerDropped })
  }

  @Test func `a player starts, pauses, seeks, resumes and cancels, and reports its end`() async throws {
    let rig = try EngineRig()
    try rig.start()
    let player = try player(rig, .buzz(1))
    player.setCompletionHandler { error in rig.hear("done \(error?.code.name ?? "")") }
    try player.start(at: rig.environment.engineTime + 0.5)
    #expect(player.isActive)
    rig.pass(1)
    try player.pause()
    rig.pass(3)
    #expect(player.isActive)
    try player.seek(to: 0.9)
    try player.resume()
    rig.pass(0.2)
    #expect(!player.isActive)
    #expect(rig.told.map { $0.split(separator: " ").last } == ["done"])
    #expect(await player.untilFinished() == nil)
    try player.start()
    try player.cancel()
    rig.pass(0.1)
    #expect(!player.isActive)
  }

  @Test func `replacing a handler that holds its own player and another releases both`() throws {
    let rig = try EngineRig()
    var drops: Int { rig.environment.timeline.entries.count { $0.fact == .playerDropped } }
    weak var player: HapticPlayer?
    do {
      let (held, other) = (try self.player(rig, .tap), try self.player(rig, .tap))
      held.setCompletionHandler { _ in withExtendedLifetime((held, other)) {} }
      player = held
    }
    #expect(drops == 0)
    player?.setCompletionHandler { _ in }
    #expect(drops == 2)
  }

  @Test func `players started together begin in the same frame`() throws {
    let rig = try EngineRig()
    try rig.start()
    let players = [try player(rig, .tap), try player(rig, .tap), try player(rig, .tap)]
    try rig.engine.withEngine { (engine) throws(EngineError) in try engine.start(players, at: engine.currentTime + 0.1)
    }
    rig.pass(1)
    #expect(Set(rig.eventFrames()).count == 1 && rig.eventFrames().count == 3)
  }

  @Test func `a player whose engine has been released throws on start and reports default settings`() throws {
    var rig: EngineRig? = try EngineRig()
    let player = try player(try #require(rig), .buzz(1))
    rig = nil
    let error = #expect(throws: EngineError.self) { try player.start() }
    #expect(error?.code == .engineNotRunning)
    player.isMuted = true
    #expect((player.isMuted, player.loops, player.rate, player.isActive) == (false, false, 1, false))
    #expect((player.duration, player.loopEnd, player.number) == (1, 1, 1))
    #expect(player.engine == nil)
  }
}
