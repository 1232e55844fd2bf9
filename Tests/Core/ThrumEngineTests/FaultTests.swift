import TestSupport
import Testing
import ThrumEngine
import ThrumPattern

/// Faults: immediate, scheduled, on the nth call, until cleared. Also every error that can occur.
@Suite struct FaultTests {
  @Test func `every fault without a value is listed, with its own words`() {
    #expect(Fault.plain.count == EnumCases.plainCount(of: Fault.self))
    #expect(Set(Fault.plain.map { $0.description }).count == Fault.plain.count)
  }

  // FAULT-1
  @Test func `scheduled faults occur in chronological order`() throws {
    let rig = try EngineRig()
    try rig.start()
    rig.environment.schedule(.resumeApp, after: 2)
    rig.environment.schedule(.suspendApp, after: 1)
    rig.pass(0.999)
    #expect(rig.isRunning)
    rig.pass(0.5)
    #expect(rig.state == .stopped)
    #expect(rig.told == ["1 stopped applicationSuspended"])
    rig.pass(1)
    try rig.start()
  }

  // FAULT-2
  @Test func `a call can be made to fail with any code, several times or only the nth time`() throws {
    let rig = try EngineRig()
    let odd = EngineError.Code(rawValue: 1234)
    rig.environment.apply(.fail(.start, code: odd, times: 2))
    for expected in [odd, odd, nil] {
      var code: EngineError.Code?
      do throws(EngineError) { try rig.start() } catch { code = error.code }
      #expect(code == expected)
    }
    rig.environment.apply(.failNth(.makeAdvancedPlayer, n: 3, code: .memoryError))
    let codes = (0..<4).map { _ in rig.code { _ = try $0.makePlayer(.tap) } }
    #expect(codes == [nil, nil, .memoryError, nil])
  }

  // FAULT-9
  @Test func `clearing faults recovers a failed server and calls the reset handler`() throws {
    let rig = try EngineRig()
    try rig.start()
    rig.environment.apply(.failServer)
    rig.pass(0.1)
    rig.environment.apply(.clear)
    rig.pass(0.1)
    #expect(rig.told == ["0.1 reset"])
    try rig.start()
    rig.environment.apply(.clear)
    rig.pass(0.1)
    #expect(rig.isRunning)
    #expect(rig.told == ["0.1 reset"])
  }

  // FAULT-3
  @Test func `a fault without a count lasts until it is cleared`() throws {
    let rig = try EngineRig()
    rig.environment.apply(.fail(.makePlayer, code: .unknownError, times: nil))
    for _ in 0..<5 { #expect(throws: EngineError.self) { try rig.player(.tap, isAdvanced: false) } }
    rig.environment.apply(.limitPlayers(0))
    rig.environment.apply(.clear)
    let player = try rig.player(.tap, isAdvanced: false)
    try rig.start()
    try rig.play(player)
  }

  // FAULT-4
  @Test(arguments: EngineCall.allCases) func `every call can be made to fail and then changes nothing`(
    _ call: EngineCall
  ) throws {
    let environment = HapticEnvironment.virtual()
    if call == .makeEngine {
      environment.apply(.fail(call, code: .memoryError, times: 1))
      let error = #expect(throws: EngineError.self) { try HapticEngine(in: environment) }
      #expect(error?.code == .memoryError)
      #expect(environment.engineCount == 0)
      return
    }
    let rig = try EngineRig(environment: environment)
    let sound = try SoundFixture(seconds: 0.1)
    if call != .start { try rig.start() }
    let player = try rig.player(.buzz(10))
    let id = try rig.do { try $0.registerSound(path: sound.path) }
    environment.apply(.fail(call, code: .memoryError, times: 1))
    let before = rig.state
    let parameter = DynamicParameter(.hapticIntensityControl, value: 1, time: 0)
    let curve = ParameterCurve(.hapticIntensityControl, time: 0, points: [ControlPoint(time: 0, value: 1)])
    let path = sound.path
    var code: EngineError.Code?
    switch call {
    case .makeEngine: break
    case .start: do throws(EngineError) { try rig.start() } catch { code = error.code }
    case .stop:
      rig.stop()
      rig.pass(0)
      code = rig.told == ["0 stop done memoryError"] ? .memoryError : nil
    case .makePlayer:
      code = rig.code {
        var options = PlayerOptions()
        options.isAdvanced = false
        _ = try $0.makePlayer(.tap, options: options)
      }
    case .makeAdvancedPlayer: code = rig.code { _ = try $0.makePlayer(.tap) }
    case .registerAudioResource: code = rig.code { _ = try $0.registerSound(path: path) }
    case .unregisterAudioResource: code = rig.code { try $0.unregisterSound(id) }
    case .playPattern: code = rig.code { try $0.playPattern(.tap) }
    case .notifyWhenPlayersFinished: code = rig.code { try $0.notifyWhenPlayersFinished { _ in .stopEngine } }
    case .playerStart: code = rig.code { try player.start() }
    case .playerStop: code = rig.code { try player.stop() }
    case .playerCancel: code = rig.code { try player.cancel() }
    case .sendParameters: code = rig.code { try player.send([parameter]) }
    case .scheduleParameterCurve: code = rig.code { try player.schedule(curve) }
    case .playerPause: code = rig.code { try player.pause() }
    case .playerResume: code = rig.code { try player.resume() }
    case .playerSeek: code = rig.code { try player.seek(to: 1) }
    case .makePattern, .exportDictionary, .attributes:
      do throws(EngineError) { try environment.call(call) {} } catch { code = error.code }
    }
    #expect(code == .memoryError)
    #expect(rig.state == before)
    rig.pass(1)
    #expect(rig.eventFrames().isEmpty)
    // A start with nothing to do can fail, too.
    guard call == .start else { return }
    try rig.start()
    environment.apply(.fail(call, code: .memoryError, times: 1))
    #expect(throws: EngineError.self) { try rig.start() }
    #expect(rig.isRunning)
  }

  // FAULT-5
  @Test func `other audio keeps an engine from starting, unless the engine plays haptics only`() throws {
    let rig = try EngineRig()
    rig.environment.apply(.beginOtherAudio)
    let error = #expect(throws: EngineError.self) { try rig.start() }
    #expect(error?.code.rawValue == 561_015_905)
    rig.engine.withEngine { $0.setPlaysHapticsOnly(true) }
    try rig.start()
  }

  // FAULT-6
  @Test func `a recording silences haptics without an error until it ends`() throws {
    let rig = try EngineRig()
    try rig.start()
    rig.environment.apply(.beginRecording)
    try rig.play(try rig.player(.buzz(0.5)))
    rig.pass(1)
    rig.environment.apply(.endRecording)
    try rig.play(try rig.player(.buzz(0.5)))
    rig.pass(1)
    let samples = rig.engine.withEngine { $0.samples() }
    #expect((samples[..<96_000].map(abs).max() ?? 1) < 1e-6)
    #expect((samples[96_000...].map(abs).max() ?? 0) > 0.1)
  }

  // FAULT-7
  @Test func `an audio route change stops an engine unless it plays haptics only`() throws {
    for hapticsOnly in [false, true] {
      let rig = try EngineRig()
      rig.engine.withEngine { $0.setPlaysHapticsOnly(hapticsOnly) }
      try rig.start()
      rig.environment.apply(.changeAudioRoute)
      rig.pass(0)
      #expect(rig.isRunning == hapticsOnly)
      #expect(rig.told == (hapticsOnly ? [] : ["0 stopped audioSessionInterrupt"]))
    }
  }

  // FAULT-8
  @Test func `faults can limit player channels, switch on power saving and skip the idle time`() throws {
    let rig = try EngineRig()
    rig.environment.apply(.limitPlayers(1))
    rig.environment.apply(.savePower)
    let error = #expect(throws: EngineError.self) { try rig.start() }
    #expect(error?.code == .insufficientPower)
    rig.environment.apply(.restorePower)
    rig.engine.withEngine { $0.setAutoShutdownEnabled(true) }
    try rig.start()
    let players = [try rig.player(.buzz(1)), try rig.player(.buzz(1))]
    try rig.play(players[0])
    #expect(rig.code { try players[1].start() } == .noPlayerChannel)
    rig.environment.apply(.passIdleTime)
    #expect(rig.isRunning, "a player is active")
    rig.pass(2)
    rig.engine.withEngine { $0.setAutoShutdownEnabled(false) }
    rig.environment.apply(.passIdleTime)
    #expect(rig.isRunning, "nothing is to stop it")
    rig.engine.withEngine { $0.setAutoShutdownEnabled(true) }
    rig.environment.apply(.passIdleTime)
    #expect(rig.state == .stopped)
  }

  // ERROR-1
  @Test func `each kind of invalid pattern has its own error code`() throws {
    let rig = try EngineRig()
    func code(_ entry: PatternEntry) -> EngineError.Code? {
      rig.code { _ = try $0.makePlayer(Pattern(entries: [entry])) }
    }
    #expect(code(.event(Event(type: .hapticTransient, time: -1))) == .invalidEventTime)
    #expect(code(.event(Event(type: .hapticTransient, time: .nan))) == .invalidEventTime)
    #expect(code(.event(Event(type: .hapticContinuous, time: 0, duration: -1))) == .invalidEventDuration)
    #expect(code(.event(Event(type: .hapticContinuous, time: 0, duration: .nan))) == .invalidEventDuration)
    #expect(code(.curve(ParameterCurve(.hapticIntensityControl, time: 0, points: []))) == .badParameterEntry)
    #expect(code(.parameter(DynamicParameter(.hapticIntensityControl, value: .nan, time: 0))) == .badParameterEntry)
    #expect(code(.event(Event(type: .hapticContinuous, time: 0, duration: .infinity))) == nil)
  }

  // ERROR-2
  @Test(arguments: [
    ("", EngineError.Code.invalidPatternData), ("{", .invalidPatternData), ("{}", .invalidPatternDictionary),
    (#"{"Pattern":[{"Event":{"Time":0}}]}"#, .badEventEntry),
    (#"{"Pattern":[{"Event":{"Time":0,"EventType":"Nope"}}]}"#, .invalidEventType),
    (#"{"Pattern":[{"Event":{"Time":-1,"EventType":"HapticTransient"}}]}"#, .invalidEventTime),
    (#"{"Pattern":[{"Parameter":{"ParameterID":"Nope","ParameterValue":1,"Time":0}}]}"#, .invalidParameterType),
    (#"{"Pattern":[{"Parameter":{"ParameterID":"HapticIntensityControl","Time":0}}]}"#, .badParameterEntry),
  ]) func `each kind of invalid AHAP is reported with its error code and the file's name`(
    _ text: String, _ expected: EngineError.Code
  ) {
    let error = #expect(throws: EngineError.self) { try AHAP.read(Array(text.utf8), name: "x.ahap").playable() }
    #expect(error?.code == expected)
    #expect(error?.message.contains("x.ahap") == true)
  }

  // ERROR-3
  @Test func `every Core Haptics error code has its name, and other codes keep their number`() {
    #expect(EngineError.Code.named.count == 24)
    #expect(Set(EngineError.Code.named.map(\.code)).count == 24)
    #expect(EngineError.Code(rawValue: -4805).name == "engineNotRunning")
    #expect(EngineError.Code(rawValue: -10851).name == "-10851")
  }

  // ERROR-4
  @Test func `a curve with more than 16 points is accepted and noted in the log`() throws {
    let rig = try EngineRig()
    let points = (0..<20).map { ControlPoint(time: Double($0) * 0.01, value: 0.5) }
    let curve = PatternEntry.curve(ParameterCurve(.hapticIntensityControl, time: 0, points: points))
    _ = try rig.player(Pattern(entries: [.event(Event(type: .hapticTransient, time: 0)), curve]))
    #expect(rig.environment.timeline.description.contains("20 points"))
  }
}
