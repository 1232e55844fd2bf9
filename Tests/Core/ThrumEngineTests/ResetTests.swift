import TestSupport
import Testing
import ThrumEngine
import ThrumPattern

/// The haptic server fails and recovers.
@Suite struct ResetTests {
  // RESET-1
  @Test
  func `a reset stops the engine, completes its players with serverInterrupted and calls only the reset handler`()
    throws
  {
    let rig = try EngineRig()
    try rig.start()
    try rig.play(try rig.player(.buzz(1)))
    rig.pass(0.5)
    rig.environment.apply(.resetServer)
    #expect(rig.state == .stopped)
    rig.pass(1)
    #expect(rig.told == ["0.5 done 1 serverInterrupted", "0.5 reset"])
  }

  // RESET-2
  @Test func `after a reset, old players fail with invalidPatternPlayer and new ones play`() throws {
    let rig = try EngineRig()
    try rig.start()
    let old = try rig.player(.buzz(1))
    rig.environment.apply(.resetServer)
    rig.pass(0)
    try rig.start()
    let parameter = DynamicParameter(.hapticIntensityControl, value: 1, time: 0)
    let curve = ParameterCurve(.hapticIntensityControl, time: 0, points: [ControlPoint(time: 0, value: 1)])
    #expect(rig.code { try old.start() } == .invalidPatternPlayer)
    #expect(rig.code { try old.stop() } == .invalidPatternPlayer)
    #expect(rig.code { try old.cancel() } == .invalidPatternPlayer)
    #expect(rig.code { try old.pause() } == .invalidPatternPlayer)
    #expect(rig.code { try old.resume() } == .invalidPatternPlayer)
    #expect(rig.code { try old.seek(to: 0) } == .invalidPatternPlayer)
    #expect(rig.code { try old.send([parameter]) } == .invalidPatternPlayer)
    #expect(rig.code { try old.schedule(curve) } == .invalidPatternPlayer)
    #expect(rig.code { try old.setLoops(true) } == .invalidPatternPlayer)
    try rig.play(try rig.player(.tap))
    rig.pass(1)
    #expect(rig.eventFrames().count == 1)
  }

  // RESET-3
  @Test func `handlers and switches survive a reset`() throws {
    let rig = try EngineRig()
    rig.engine.withEngine { engine in
      engine.setAutoShutdownEnabled(true)
      engine.setPlaysHapticsOnly(true)
      engine.setMutedForAudio(true)
    }
    let before = rig.engine.withEngine { $0.switches }
    try rig.start()
    rig.environment.apply(.resetServer)
    rig.environment.apply(.resetServer)
    rig.pass(0)
    #expect(rig.told == ["0 reset", "0 reset"])
    #expect(rig.engine.withEngine { $0.switches } == before)
  }

  // RESET-4
  @Test func `a reset removes registered sounds and frees their memory`() throws {
    let sound = try SoundFixture(seconds: 40)
    let rig = try EngineRig()
    let id = try rig.do { try $0.registerSound(path: sound.path) }
    rig.environment.apply(.resetServer)
    let pattern = Pattern(entries: [.event(SoundFixture.event(id))])
    #expect(rig.code { _ = try $0.makePlayer(pattern) } == .invalidAudioResource)
    let again = try rig.do { try $0.registerSound(path: sound.path) }
    #expect(again != id, "an old number never means a new sound")
  }

  // RESET-5
  @Test func `nothing starts while the server is down, and its recovery calls the reset handler`() throws {
    let rig = try EngineRig()
    try rig.start()
    rig.environment.apply(.failServer)
    rig.pass(1)
    #expect(rig.told == [])
    #expect(rig.state == .stopped)
    let error = #expect(throws: EngineError.self) { try rig.start() }
    #expect(error?.code == .serverInterrupted)
    #expect(rig.code { _ = try $0.makePlayer(.tap) } == .serverInterrupted)
    rig.environment.apply(.recoverServer)
    rig.pass(0)
    #expect(rig.told == ["1 reset"])
    try rig.start()
  }

  // RESET-6
  @Test func `an engine can be restarted from its reset handler`() throws {
    let rig = try EngineRig()
    try rig.start()
    rig.engine.withEngine { engine in
      engine.setResetHandler {
        do throws(EngineError) { try rig.start() } catch { rig.hear("failed \(error.code.name)") }
      }
    }
    rig.environment.apply(.resetServer)
    rig.pass(0)
    #expect(rig.isRunning)
    #expect(rig.told == [])
  }
}
