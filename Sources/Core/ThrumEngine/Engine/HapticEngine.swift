import Dispatch
import Synchronization
import ThrumDevice
import ThrumPattern
import ThrumRender
import ThrumTime

/// Plays patterns as Core Haptics does: manages an output and players, and reports to the app.
///
/// An actor on a serial executor: await its isolated methods, or call them synchronously in ``withEngine(_:)``.
/// Handlers run in order on another queue, after the call that triggers them has returned. Errors have Core Haptics'
/// codes.
///
/// - Thread: any.
public actor HapticEngine {
  /// Reason for a stop that the app did not request. Raw values are those of Core Haptics.
  public enum StoppedReason: Int, CaseIterable, Sendable {
    case audioSessionInterrupt = 1
    case applicationSuspended = 2
    case idleTimeout = 3
    case notifyWhenFinished = 4
    case engineDestroyed = 5
    case gameControllerDisconnect = 6
    case systemError = -1
  }

  /// Action to take after all players have finished. Raw values are those of Core Haptics.
  public enum FinishedAction: Int, CaseIterable, Sendable {
    case stopEngine = 1
    case leaveEngineRunning = 2
  }

  /// Receives the error from a start, stop or playback, or `nil` on success.
  public typealias CompletionHandler = @Sendable (EngineError?) -> Void
  /// Called when all players have finished. Returns the action to take.
  public typealias FinishedHandler = @Sendable (EngineError?) -> FinishedAction

  nonisolated let executor: QueueExecutor
  /// The engine's queue, or the queue that a virtual environment's engines share.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  /// The engine's environment.
  public nonisolated let environment: HapticEnvironment
  /// Engine number in the environment, from 1.
  public nonisolated let number: Int
  package static let systemNumber = -1
  nonisolated let identity = HapticEngine.identities.wrappingAdd(1, ordering: .relaxed).newValue
  private static let identities = Atomic<UInt64>(0)
  nonisolated let teardown: EngineTeardown
  private(set) var configuration: EngineConfiguration
  /// Monitor volume in dB.
  public internal(set) var gainDecibels: Double

  var lifecycle = Lifecycle() {
    didSet { if let mistake = lifecycle.takeImpossible() { environment.report(mistake.description) } }
  }
  var lastStartError: EngineError?
  var lastStop = LastStop.none
  /// The end of a start that takes virtual time.
  var slowStart: TimerToken?
  var resetHandler: @Sendable () -> Void = {}
  /// Properties set by the app.
  public internal(set) var switches = EngineSwitches()

  var players: PlayerTable
  let sounds: SoundLoader
  let serials = SerialNumbers()
  var finish = FinishWatch()
  var idle = IdleCountdown()

  /// Device statistics since the start.
  public internal(set) var deviceNotes = DeviceNotes()
  /// Error reported by the last output at its end, such as a full disk.
  package internal(set) var outputProblem: OutputError?
  nonisolated let runs = RunHistory()

  /// Creates an engine without opening anything.
  ///
  /// - Parameters:
  ///   - configuration: The engine's settings.
  ///   - environment: The engine's environment, or `nil` for the caller's.
  /// - Throws: ``EngineError`` `notSupported` on a device without haptics; `invalidEngineParameter` for invalid
  ///   settings.
  public init(_ configuration: EngineConfiguration = EngineConfiguration(), in environment: HapticEnvironment? = nil)
    throws(EngineError)
  {
    let environment = environment ?? HapticEnvironment.forNewEngine
    environment.noteUse()
    self.environment = environment
    self.configuration = configuration
    gainDecibels = configuration.settings.gainDecibels
    let refusal = environment.hardware { hardware -> EngineError? in
      if let injected = environment.forkRefusal ?? hardware.intercept(.makeEngine) { return injected }
      guard hardware.profile.supportsHaptics || (configuration.isSystem && hardware.profile.playsFeedbackOnly) else {
        return EngineError(.notSupported, "this device has no haptics: check its capabilities first")
      }
      return (configuration.settings.problem ?? configuration.request.problem).map {
        EngineError(.invalidEngineParameter, $0)
      }
    }
    number = refusal != nil ? 0 : configuration.isSystem ? HapticEngine.systemNumber : environment.nextEngineNumber()
    executor = environment.time.makeExecutor()
    players = PlayerTable(owner: identity)
    sounds = SoundLoader(configuration, environment, engine: number)
    teardown = EngineTeardown(environment: environment, number: number, queue: environment.time.makeHandlerQueue())
    if let refusal {
      environment.log(.call(.makeEngine, arguments: "", error: refusal.code), engine: 0)
      teardown.isVoid = true
      throw refusal
    }
    if !configuration.isSystem { environment.log(.engineMade, engine: number) }
    environment.add(
      HapticEnvironment.EngineLink(
        number: number, apply: { [weak self] fault in self?.inside { $0.handle(fault) } },
        entries: { [weak self] in self?.inside { $0.takeNotices() } },
        awaited: { [weak self] in self?.inside { $0.awaited } ?? [] },
        logKept: { [weak self] in self?.inside { $0.logKept() } },
        beginAnew: { [weak self] in self?.inside { $0.beginAnew() } },
        sampleRate: configuration.request.sampleRate,
        samples: { [weak self] range in self?.inside { $0.samples(range) } ?? [] }, runs: runs))
  }

  deinit {
    idle.timer?.cancel()
    slowStart?.cancel()
    teardown.run()
  }

  /// Runs `body` on the engine's executor and waits. Runs it directly if the caller is already on it.
  ///
  /// - Thread: any; not real-time.
  public nonisolated func withEngine<Result: Sendable, Failure: Error>(
    _ body: @Sendable (isolated HapticEngine) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    environment.uses(number)
    return try inside(body)
  }

  nonisolated func inside<Result: Sendable, Failure: Error>(
    _ body: @Sendable (isolated HapticEngine) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try executor.run {
      assumeIsolated { engine -> Swift.Result<Result, Failure> in
        do throws(Failure) { return .success(try body(engine)) } catch { return .failure(error) }
      }
    }.get()
  }

  /// Whether the engine is running.
  public var isRunning: Bool { lifecycle.state == .running }
  /// State of the lifecycle.
  public var state: EngineState { lifecycle.state }
  /// Engine time in seconds: positive and monotonic. It also advances while the engine is stopped.
  public nonisolated var currentTime: Double { environment.engineTime }
  /// Output format, or `nil` while stopped.
  public var outputFormat: OutputFormat? { session?.format }
  /// Also set while the engine is starting or fading out.
  var session: RenderSession? { lifecycle.run?.session }
  /// Number of players that are playing, paused or about to start.
  public var activePlayerCount: Int { players.activeCount }
  /// Their numbers, also of players that the app has released.
  package var activePlayers: Set<Int> { Set(players.ids.filter { players[$0]?.isActive == true }.map(\.number)) }

  func log(_ fact: TimelineFact, _ player: PlayerID? = nil, at time: Double? = nil) {
    environment.log(fact, engine: number, player: player?.number, locality: configuration.locality, at: time)
  }

  /// Applies injected faults and logs the result.
  func call<Result>(
    _ call: EngineCall, _ player: PlayerID? = nil, _ arguments: @autoclosure () -> String = "",
    _ body: () throws(EngineError) -> Result
  ) throws(EngineError) -> Result {
    environment.uses(number)
    do throws(EngineError) {
      if let injected = environment.hardware({ $0.intercept(call) }) { throw injected }
      let result = try body()
      log(.call(call, arguments: arguments(), error: nil), player)
      return result
    } catch {
      log(.call(call, arguments: arguments(), error: error.code), player)
      throw error
    }
  }

  // MARK: Handlers and switches

  /// Sets the handler called when the engine stops by itself. Set it before starting.
  public func setStoppedHandler(_ handler: @escaping @Sendable (StoppedReason) -> Void) {
    let before = replaceStoppedHandler(with: handler)
    withExtendedLifetime(before) {}
  }

  package nonisolated func replaceStoppedHandler(
    with handler: @escaping @Sendable (StoppedReason) -> Void
  ) -> @Sendable (StoppedReason) -> Void {
    teardown.replaceStoppedHandler(with: handler)
  }

  /// Sets the handler called when the haptic server has recovered from a failure.
  ///
  /// By then, the engine has stopped, and its players and registered sounds are lost.
  public func setResetHandler(_ handler: @escaping @Sendable () -> Void) {
    let before = replaceResetHandler(with: handler)
    withExtendedLifetime(before) {}
  }

  package func replaceResetHandler(with handler: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    // The assignment must not release the old handler, since that may run app code that sets the handler again.
    let before = resetHandler
    resetHandler = handler
    return before
  }

  /// Sets whether to leave out audio events. Takes effect at the next start.
  public func setPlaysHapticsOnly(_ value: Bool) {
    switches.playsHapticsOnly = value
    log(.switched("playsHapticsOnly", to: "\(value)"))
  }

  /// Sets whether to leave out haptic events. Takes effect at the next start.
  public func setPlaysAudioOnly(_ value: Bool) {
    switches.playsAudioOnly = value
    log(.switched("playsAudioOnly", to: "\(value)"))
  }

  /// Mutes or unmutes haptic events.
  public func setMutedForHaptics(_ value: Bool) {
    switches.isMutedForHaptics = value
    log(.switched("isMutedForHaptics", to: "\(value)"))
    updateMutes()
  }

  /// Mutes or unmutes audio events.
  public func setMutedForAudio(_ value: Bool) {
    switches.isMutedForAudio = value
    log(.switched("isMutedForAudio", to: "\(value)"))
    updateMutes()
  }

  /// Sets whether the engine stops after two minutes without an active player, and restarts when a player starts.
  public func setAutoShutdownEnabled(_ value: Bool) {
    switches.isAutoShutdownEnabled = value
    log(.switched("isAutoShutdownEnabled", to: "\(value)"))
    idle.since = environment.engineTime
    watchIdleness()
  }

  /// Ramps the monitor volume to a value in dB, clamped to −120…40. Ignores NaN. A journal in real time does not record
  /// the volume.
  public func setGain(decibels: Double) {
    guard !decibels.isNaN else { return }
    gainDecibels = min(max(decibels, -120), 40)
    session?.controls.setGain(Float(gain(decibels: gainDecibels)))
  }

  /// Sets the motor from the next start.
  ///
  /// - Throws: ``EngineError`` `invalidEngineParameter` if it cannot be simulated at the engine's sample rate.
  public func setActuator(_ actuator: ActuatorPreset) throws(EngineError) {
    var settings = configuration.settings
    settings.actuator = actuator
    if let problem = settings.problem { throw EngineError(.invalidEngineParameter, problem) }
    configuration.settings = settings
  }

  /// Also mutes haptics during a recording.
  func updateMutes() {
    let isRecording = environment.hardware { $0.isRecording }
    session?.controls.setHapticsMuted(switches.isMutedForHaptics || isRecording)
    session?.controls.setAudioMuted(switches.isMutedForAudio)
  }
}

extension HapticEngine {
  /// Registers a sound file for `AudioCustom` events and returns its number, which is never 0.
  ///
  /// The sound is kept until it is unregistered, the server is reset, or the engine is deallocated. By default, the
  /// envelope shapes the sound, and the sound does not loop.
  ///
  /// - Throws: ``EngineError`` `fileNotFound`, `invalidAudioResource` if the file cannot be decoded,
  ///   `resourceNotAvailable` above the memory limit, `serverInterrupted` while the server is down.
  public func registerSound(path: String, usesVolumeEnvelope: Bool? = nil, loops: Bool? = nil)
    throws(EngineError) -> Int
  {
    try call(.registerAudioResource, nil, path) { () throws(EngineError) in
      if environment.hardware({ $0.isServerDown }) { throw EngineError.serverIsAway }
      return try sounds.register(path, usesVolumeEnvelope: usesVolumeEnvelope, loops: loops)
    }
  }

  /// Unregisters a sound. Players keep it until they finish.
  ///
  /// - Throws: ``EngineError`` `invalidAudioResource` for an unknown number.
  public func unregisterSound(_ id: Int) throws(EngineError) {
    try call(.unregisterAudioResource, nil, "\(id)") { () throws(EngineError) in try sounds.unregister(id) }
  }

  package func soundOptions(_ id: Int) -> (usesVolumeEnvelope: Bool?, loops: Bool?)? {
    sounds.registered(id).map { ($0.usesVolumeEnvelope, $0.loops) }
  }
}
