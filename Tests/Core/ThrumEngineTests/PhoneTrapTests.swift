import TestSupport
import Testing
import ThrumPattern

@testable import ThrumEngine

/// What a phone punishes although the call succeeds here, and phones that are less kind.
@Suite struct PhoneTrapTests {
  private func traps(_ rig: EngineRig) -> [PhoneTrap] {
    rig.environment.timeline.entries.compactMap { if case .trap(let trap, _) = $0.fact { trap } else { nil } }
  }

  // IDLE-7
  @Test(arguments: [
    (Fault.interruptAudio, Fault.endInterruption), (.suspendApp, .resumeApp), (.loseDevice, .restoreDevice),
    (.resetServer, .clear),
  ])
  func `auto-shutdown does not start an engine after a stop that the app must handle`(_ stop: Fault, _ end: Fault)
    throws
  {
    let rig = try EngineRig()
    rig.engine.withEngine { $0.setAutoShutdownEnabled(true) }
    try rig.start()
    rig.environment.apply(stop)
    rig.pass(1)
    rig.environment.apply(end)
    let player = try rig.player(.tap)
    #expect(rig.code { try player.start() } == .engineNotRunning)
    try rig.start()
    try rig.play(player)
    #expect(player.isActive)
    #expect(traps(rig).isEmpty)
  }

  // IDLE-8
  @Test func `each start of an engine by a player is noted`() throws {
    let rig = try EngineRig()
    rig.engine.withEngine { $0.setAutoShutdownEnabled(true) }
    let player = try rig.player(.tap)
    try rig.play(player)
    rig.pass(200)
    try rig.play(player)
    rig.pass(1)
    rig.stop()
    try rig.play(player)
    #expect(traps(rig) == [.startByPlayer, .startByPlayer, .startByPlayer])
    #expect(rig.environment.problems.isEmpty)
  }

  // PLAY-37
  @Test func `a basic player that starts again after a stop is noted`() throws {
    let rig = try EngineRig()
    try rig.start()
    let (basic, advanced) = (try rig.player(.tap, isAdvanced: false), try rig.player(.tap))
    for player in [basic, advanced] {
      try rig.play(player)
      rig.pass(1)
      try rig.play(player)
      rig.pass(1)
      try player.stop()
      #expect(traps(rig).isEmpty || player === advanced)
      try rig.play(player)
      rig.pass(1)
    }
    #expect(traps(rig) == [.stoppedPlayer])
    #expect(rig.eventFrames().count == 6)
  }

  // PLAY-38
  @Test func `on a phone that keeps stopped players silent, a basic player does not play again after a stop`() throws {
    var profile = HardwareProfile.phone
    profile.restartsStoppedPlayers = false
    let rig = try EngineRig(profile: profile)
    try rig.start()
    let player = try rig.player(.tap, isAdvanced: false)
    try rig.play(player)
    rig.pass(1)
    try player.stop()
    try rig.play(player)
    rig.pass(1)
    #expect(rig.eventFrames().count == 1)
    #expect(!player.isActive)
    #expect(traps(rig) == [.stoppedPlayer])
  }

  // TRAP-1
  @Test func `in a strict environment, a trap is a problem`() throws {
    let rig = try EngineRig()
    rig.environment.setStrict(true)
    rig.engine.withEngine { $0.setAutoShutdownEnabled(true) }
    try rig.play(try rig.player(.tap))
    #expect(rig.environment.problems.count == 1)
    #expect(rig.environment.problems.first?.contains("the player's start starts the engine") == true)
  }

  // CALL-19
  @Test func `a tap that is heard although the engine was stopped is in the timeline, even if its player is gone`()
    throws
  {
    let rig = try EngineRig()
    try rig.start()
    try rig.play(try rig.player(.tap))
    rig.stop()
    rig.pass(1)
    #expect(rig.eventFrames().count == 1)
    #expect((rig.environment.samples().map(abs).max() ?? 0) > 0.01)
    #expect(rig.engine.withEngine { $0.players.ids.isEmpty })
  }

  // CALL-20
  @Test func `a pattern without events makes no player`() throws {
    let rig = try EngineRig()
    let parameter = DynamicParameter(.hapticIntensityControl, value: 0.5, time: 0)
    for pattern in [Pattern(entries: []), Pattern(entries: [.parameter(parameter)])] {
      #expect(rig.code { _ = try $0.makePlayer(pattern) } == .invalidPatternData)
      #expect(rig.code { try $0.playPattern(pattern) } == .invalidPatternData)
    }
  }

  // TRAP-4
  @Test func `with waits, an asynchronous start takes its time, and a player started meanwhile plays at its end`()
    throws
  {
    var profile = HardwareProfile.phone
    profile.waits = .firstLaunch
    let rig = try EngineRig(profile: profile)
    rig.engine.start { error in rig.hear("started \(error?.code.name ?? "")") }
    #expect(rig.state == .starting)
    rig.pass(0.1)
    #expect(rig.state == .starting)
    rig.pass(0.03)
    #expect(rig.isRunning)
    #expect(rig.told == ["0.12 started "])
    rig.stop()
    rig.engine.start { _ in }
    rig.stop()
    rig.pass(1)
    #expect(rig.state == .stopped)
  }

  // TRAP-4
  @Test func `with waits, a synchronous start takes its time before it returns`() throws {
    var profile = HardwareProfile.phone
    profile.waits = .warm
    let rig = try EngineRig(profile: profile)
    try rig.start()
    #expect(abs(rig.environment.now - 0.036) < 1e-9)
    #expect(rig.isRunning)
    try rig.start()
    #expect(abs(rig.environment.now - 0.036) < 1e-9)
    #expect(rig.environment.timeline.waits.map(\.call) == [.start])
  }

  // SESSION-1
  @Test func `an engine on the shared session ends other audio unless the session mixes or it plays haptics only`()
    throws
  {
    func otherAudio(shares: Bool, hapticsOnly: Bool, mixes: Bool = false) throws -> Bool {
      var configuration = EngineConfiguration()
      configuration.sharesAudioSession = shares
      let rig = try EngineRig(configuration: configuration)
      rig.environment.setSharedSessionMixes(mixes)
      rig.engine.withEngine { $0.setPlaysHapticsOnly(hapticsOnly) }
      rig.environment.apply(.beginOtherAudio)
      try rig.start()
      return rig.environment.isOtherAudioPlaying
    }
    #expect(try !otherAudio(shares: true, hapticsOnly: false))
    #expect(try otherAudio(shares: true, hapticsOnly: false, mixes: true))
    #expect(try otherAudio(shares: true, hapticsOnly: true))
    #expect(try otherAudio(shares: false, hapticsOnly: true))
  }

  // FAULT-10
  @Test func `a restarted environment ends an earlier test's players and starts what a fault had stopped`() throws {
    let rig = try EngineRig()
    try rig.start()
    let looping = try rig.player(.buzz(1))
    try looping.setLoops(true)
    try looping.start()
    rig.environment.noteTest("first")
    rig.environment.restart(profile: .phone)
    #expect(!looping.isActive)
    rig.environment.apply(.suspendApp)
    _ = rig.isRunning
    rig.environment.noteTest("second")
    rig.environment.restart(profile: .phone)
    #expect(rig.isRunning)
    #expect(rig.environment.timeline.description.contains("lives on from the test “first”"))
  }
}
