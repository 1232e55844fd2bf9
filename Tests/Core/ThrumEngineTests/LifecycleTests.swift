import Synchronization
import TestSupport
import Testing
import ThrumEngine
import ThrumPattern

/// Starting, stopping and external stops.
@Suite struct LifecycleTests {
  // LIFE-1
  @Test func `a new engine is stopped, its switches are off, and its clock runs`() throws {
    let rig = try EngineRig()
    #expect(rig.state == .stopped)
    let switches = rig.engine.withEngine { $0.switches }
    #expect(!switches.playsHapticsOnly && !switches.playsAudioOnly)
    #expect(!switches.isMutedForHaptics && !switches.isMutedForAudio)
    #expect(!switches.isAutoShutdownEnabled)
    let before = rig.engine.currentTime
    rig.pass(2.5)
    #expect(before > 0)
    #expect(abs(rig.engine.currentTime - before - 2.5) < 1e-9)
  }

  // LIFE-2
  @Test func `a start returns once the engine runs, and a second start changes nothing`() throws {
    let rig = try EngineRig()
    try rig.start()
    #expect(rig.isRunning)
    let player = try rig.player(.buzz(1))
    try rig.play(player)
    rig.pass(0.2)
    try rig.start()
    rig.pass(0.2)
    #expect(player.isActive, "the second start must not disturb what plays")
    rig.environment.apply(.beginOtherAudio)
    try rig.start()
    rig.pass(1)
    #expect(rig.told.count == 1 && rig.told.first?.hasPrefix("1.00") == true)
    #expect(rig.environment.timeline.entries.count { $0.fact == .state(.running) } == 1)
  }

  // LIFE-3
  @Test func `a start calls its completion after it has returned, on success and on failure`() throws {
    let rig = try EngineRig()
    rig.engine.start { rig.hear("started \($0?.code.name ?? "")") }
    #expect(rig.told == [])
    rig.pass(0)
    #expect(rig.told == ["0 started "])
    rig.stop()
    rig.environment.apply(.fail(.start, code: .serverInitFailed, times: 1))
    rig.engine.start { rig.hear("started \($0?.code.name ?? "")") }
    rig.pass(1)
    #expect(rig.told == ["0 started ", "0 stop done ", "0 started serverInitFailed"])
  }

  // LIFE-4
  @Test func `every stop calls its completion and never the stopped handler`() throws {
    let rig = try EngineRig()
    rig.stop()
    try rig.start()
    rig.stop()
    rig.stop()
    rig.pass(1)
    #expect(rig.state == .stopped)
    #expect(rig.told == ["0 stop done ", "0 stop done ", "0 stop done "])
  }

  // LIFE-5
  @Test func `a stopped engine can be restarted, and its players still play`() throws {
    let rig = try EngineRig()
    let player = try rig.player(.tap)
    for _ in 0..<3 {
      try rig.start()
      try rig.play(player)
      rig.pass(1)
      rig.stop()
      rig.pass(1)
    }
    #expect(rig.eventFrames().count == 3)
  }

  // LIFE-6
  @Test func `an engine can be restarted from its stopped handler`() throws {
    let rig = try EngineRig()
    try rig.start()
    rig.engine.withEngine { engine in
      engine.setStoppedHandler { reason in
        rig.hear("stopped \(reason.name)")
        rig.environment.apply(.resumeApp)
        do throws(EngineError) { try rig.start() } catch { rig.hear("failed \(error.code.name)") }
      }
    }
    rig.environment.apply(.suspendApp)
    #expect(rig.state == .stopped)
    rig.pass(0)
    #expect(rig.isRunning)
    #expect(rig.told == ["0 stopped applicationSuspended"])
  }

  // LIFE-7
  @Test func `a start right after a stop leaves the engine running`() throws {
    let rig = try EngineRig()
    try rig.start()
    rig.stop()
    try rig.start()
    #expect(rig.isRunning)
  }

  // LIFE-8
  @Test(arguments: [
    (Fault.suspendApp, "applicationSuspended", EngineError.Code.operationNotPermitted, Fault.resumeApp),
    (.interruptAudio, "audioSessionInterrupt", .cannotStartPlaying, .endInterruption),
    (.loseDevice, "systemError", .serverInitFailed, .restoreDevice),
  ])
  func `an external stop reports its reason and blocks starts until its cause ends`(
    _ fault: Fault, _ reason: String, _ refusal: EngineError.Code, _ end: Fault
  ) throws {
    let rig = try EngineRig()
    try rig.start()
    rig.pass(1)
    rig.environment.apply(fault)
    #expect(rig.state == .stopped)
    rig.pass(1)
    #expect(rig.told == ["1 stopped \(reason)"])
    let error = #expect(throws: EngineError.self) { try rig.start() }
    #expect(error?.code == refusal)
    rig.environment.apply(end)
    rig.pass(1)
    #expect(rig.state == .stopped, "nothing starts on its own")
    try rig.start()
    #expect(rig.isRunning)
  }

  // LIFE-9
  @Test func `a disconnected controller stops its own engine but not the phone's`() throws {
    for profile in [HardwareProfile.controller, .phone] {
      let rig = try EngineRig(profile: profile)
      try rig.start()
      rig.environment.apply(.disconnectController)
      rig.pass(1)
      #expect(rig.told == (profile.isController ? ["0 stopped gameControllerDisconnect"] : []))
      #expect(rig.isRunning != profile.isController)
    }
  }

  // LIFE-10
  @Test func `an engine released while running calls its stopped handler asynchronously`() throws {
    let told = Mutex<[String]>([])
    let environment = HapticEnvironment.virtual()
    func live() throws {
      let engine = try HapticEngine(in: environment)
      engine.withEngine { $0.setStoppedHandler { reason in told.withLock { $0.append(reason.name) } } }
      try engine.startAndWait()
    }
    try live()
    #expect(told.withLock { $0 } == [])
    environment.advance(by: 0)
    #expect(told.withLock { $0 } == ["engineDestroyed"])
    #expect(environment.livingEngineCount == 0)
  }

  // LIFE-11
  @Test func `a stopped engine is released without calling its stopped handler`() throws {
    let told = Mutex<[String]>([])
    let environment = HapticEnvironment.virtual()
    func live() throws {
      let engine = try HapticEngine(in: environment)
      engine.withEngine { $0.setStoppedHandler { reason in told.withLock { $0.append(reason.name) } } }
      try engine.startAndWait()
      engine.stop()
    }
    try live()
    environment.advance(by: 1)
    #expect(told.withLock { $0 } == [])
  }

  // LIFE-12
  @Test func `an engine cannot be created on a device without haptics`() {
    let error = #expect(throws: EngineError.self) { try EngineRig(profile: .noHaptics) }
    #expect(error?.code == .notSupported)
  }

  // LIFE-13
  @Test func `several engines in one process run side by side`() throws {
    let environment = HapticEnvironment.virtual()
    let first = try EngineRig(environment: environment)
    let second = try EngineRig(environment: environment)
    try first.start()
    try second.start()
    let players = (try first.player(.buzz(0.5)), try second.player(.buzz(0.25)))
    try first.play(players.0)
    try second.play(players.1)
    environment.advance(by: 0.3)
    #expect(players.0.isActive && !players.1.isActive)
    second.stop()
    environment.advance(by: 0.3)
    #expect(first.isRunning && !second.isRunning)
    #expect(environment.engineCount == 2)
  }
}
