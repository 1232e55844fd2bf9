import TestSupport
import Testing
import ThrumEngine
import ThrumPattern

/// The finished handler and auto-shutdown.
@Suite struct FinishingTests {
  private func notify(_ rig: EngineRig, _ action: HapticEngine.FinishedAction) throws {
    try rig.do { engine in
      try engine.notifyWhenPlayersFinished { error in
        rig.hear("finished \(error?.code.name ?? "")")
        return action
      }
    }
  }

  // FIN-1
  @Test func `with no active player, the finished handler is called asynchronously`() throws {
    let rig = try EngineRig()
    try rig.start()
    try notify(rig, .leaveEngineRunning)
    #expect(rig.told == [])
    rig.pass(0)
    #expect(rig.told == ["0 finished "])
    #expect(rig.isRunning)
  }

  // FIN-2
  @Test func `the finished handler is called once, after the last player has ended`() throws {
    let rig = try EngineRig()
    try rig.start()
    let long = try rig.player(.buzz(1))
    let later = try rig.player(.buzz(1))
    try rig.play(long)
    try notify(rig, .leaveEngineRunning)
    rig.pass(0.5)
    try rig.play(later)
    rig.pass(0.75)
    #expect(rig.told.count == 1, "the first player's own completion")
    rig.pass(1)
    #expect(
      rig.told.map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == ["done 1", "done 2", "finished"])
    try rig.play(long)
    rig.pass(2)
    #expect(rig.told.count == 4, "a later playback calls it no more")
  }

  // FIN-3
  @Test func `paused and looping players count as active until they are stopped`() throws {
    let rig = try EngineRig()
    try rig.start()
    let paused = try rig.player(.buzz(0.5))
    let looping = try rig.player(.buzz(0.25))
    try looping.setLoops(true)
    try paused.start()
    try looping.start()
    try notify(rig, .leaveEngineRunning)
    rig.pass(0.2)
    try paused.pause()
    rig.pass(60)
    #expect(rig.told == [])
    try looping.stop()
    rig.pass(60)
    #expect(rig.told.count == 1)
    try notify(rig, .leaveEngineRunning)
    rig.pass(60)
    #expect(rig.told.count == 1, "only a paused player is left, and it counts")
    try paused.stop()
    rig.pass(0.1)
    #expect(rig.told.count == 4)
    #expect(rig.told.last?.hasSuffix("finished ") == true)
  }

  // FIN-4
  @Test func `returning stopEngine stops the engine after the finished handler and calls the stopped handler`() throws {
    let rig = try EngineRig()
    try rig.start()
    let player = try rig.player(.buzz(0.25))
    try rig.play(player)
    try notify(rig, .stopEngine)
    rig.pass(1)
    #expect(
      rig.told.map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
        "done 1", "finished", "stopped notifyWhenFinished",
      ])
    #expect(rig.state == .stopped)
    #expect(rig.code { try player.start() } == .engineNotRunning)
  }

  // FIN-5
  @Test func `the finished handler receives the error that ended the players`() throws {
    let rig = try EngineRig()
    try rig.start()
    try rig.play(try rig.player(.buzz(1)))
    try notify(rig, .leaveEngineRunning)
    rig.environment.apply(.suspendApp)
    rig.pass(0)
    #expect(rig.told == ["0 done 1 engineNotRunning", "0 finished engineNotRunning", "0 stopped applicationSuspended"])
  }

  // IDLE-1
  @Test func `auto-shutdown is off by default, and an idle engine keeps running`() throws {
    let rig = try EngineRig()
    try rig.start()
    rig.pass(86_400)
    #expect(rig.isRunning)
    #expect(rig.told == [])
  }

  // IDLE-2
  @Test func `auto-shutdown stops an engine 120 s after its last player has ended, with reason idleTimeout`() throws {
    let rig = try EngineRig()
    rig.engine.withEngine { $0.setAutoShutdownEnabled(true) }
    try rig.start()
    rig.pass(100)
    try rig.play(try rig.player(.buzz(0.5)))
    rig.pass(120.4)
    #expect(rig.isRunning)
    rig.pass(0.2)
    #expect(rig.state == .stopped)
    #expect(rig.told.last?.hasSuffix("stopped idleTimeout") == true)
  }

  // IDLE-3
  @Test func `a paused player prevents auto-shutdown`() throws {
    let rig = try EngineRig()
    rig.engine.withEngine { $0.setAutoShutdownEnabled(true) }
    try rig.start()
    let player = try rig.player(.buzz(0.5))
    try rig.play(player)
    rig.pass(0.1)
    try player.pause()
    rig.pass(1000)
    #expect(rig.isRunning)
  }

  // IDLE-4
  @Test func `with auto-shutdown, starting a player starts or restarts the engine`() throws {
    let rig = try EngineRig()
    rig.engine.withEngine { $0.setAutoShutdownEnabled(true) }
    let player = try rig.player(.tap)
    try rig.play(player)
    #expect(rig.isRunning)
    rig.pass(200)
    #expect(rig.state == .stopped)
    try rig.play(player)
    rig.pass(1)
    #expect(rig.eventFrames().count == 2)
  }

  // IDLE-5
  @Test func `a player's start fails with the same error as its engine's start`() throws {
    let rig = try EngineRig()
    rig.engine.withEngine { $0.setAutoShutdownEnabled(true) }
    let player = try rig.player(.tap)
    rig.environment.apply(.suspendApp)
    #expect(rig.code { try player.start() } == .operationNotPermitted)
    #expect(!player.isActive)
  }

  // IDLE-6
  @Test func `switching auto-shutdown off before the timeout keeps the engine running`() throws {
    let rig = try EngineRig()
    rig.engine.withEngine { $0.setAutoShutdownEnabled(true) }
    try rig.start()
    rig.pass(119)
    rig.engine.withEngine { $0.setAutoShutdownEnabled(false) }
    rig.pass(500)
    #expect(rig.isRunning)
    rig.engine.withEngine { $0.setAutoShutdownEnabled(true) }
    rig.pass(119)
    #expect(rig.isRunning)
    rig.pass(2)
    #expect(rig.state == .stopped)
  }
}
