import Dispatch
import ThrumPattern
import ThrumDevice
import ThrumRender
import Synchronization

/// Plays patterns as Core Haptics does: starts and stops an output, makes players, schedules them, and tells the app
/// what has become of it all.
///
/// An actor on a serial executor. Its isolated methods may be awaited, or called at once, with their result, through
/// ``withEngine(_:)``. Handlers of the app run on another queue, in order, never before the call that causes them has
/// returned, and may call back in. Errors carry the numbers of Core Haptics.
///
/// - Thread: any.
public actor HapticEngine {
  /// Why the engine has stopped without being asked to. Raw values are those of Core Haptics.
  public enum StoppedReason: Int, CaseIterable, Sendable {
    case audioSessionInterrupt = 1
    case applicationSuspended = 2
    case idleTimeout = 3
    case notifyWhenFinished = 4
    case engineDestroyed = 5
    case gameControllerDisconnect = 6
    case systemError = -1
  }

  /// What to do when all players have finished. Raw values are those of Core Haptics.
  public enum FinishedAction: Int, CaseIterable, Sendable {
    case stopEngine = 1
    case leaveEngineRunning = 2
  }

  /// Told how a start, a stop or a playback ended; `nil` means as it should.
  public typealias CompletionHandler = @Sendable (EngineError?) -> Void
  /// Told that all players have finished; returns what to do.
  public typealias FinishedHandler = @Sendable (EngineError?) -> FinishedAction

  nonisolated let executor: EngineExecutor
  /// The engine's own queue, or the one that all engines of a virtual environment share.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  /// Where the engine lives.
  public nonisolated let environment: HapticEnvironment
  /// The engine's number in its environment's log, from 1.
  public nonisolated let number: Int
  /// The number of the system's own engine, which is none of the app's.
  package static let systemNumber = -1
  /// The engine's own among all of the process.
  nonisolated let identity = HapticEngine.identities.wrappingAdd(1, ordering: .relaxed).newValue
  private static let identities = Atomic<UInt64>(0)
  /// What outlives the engine for a moment, so that its end can be told.
  nonisolated let teardown: EngineTeardown
  let configuration: EngineConfiguration
  /// Volume of the monitor, dB.
  public internal(set) var gainDecibels: Double

  /// What exists only while the engine starts, runs or stops.
  var lifecycle = Lifecycle()
  var lastStartError: EngineError?
  var resetHandler: @Sendable () -> Void = {}
  /// What the app has switched on.
  public internal(set) var switches = Switches()

  var players: PlayerTable
  let sounds: SoundLoader
  let serials = SerialNumbers()
  /// Who waits for the end of all players.
  var finish = FinishWatch()
  var idle = IdleCountdown()

  /// Facts about the device since the start.
  public internal(set) var deviceNotes = DeviceNotes()
  /// What the last output reported when it ended, such as a full disk; `nil` when all went well.
  package internal(set) var outputProblem: OutputError?
  /// The runs that have ended.
  var runs = RunHistory()

  /// Makes an engine; nothing is opened before it is started.
  ///
  /// Without an `environment` it lives where its caller does, see ``HapticEnvironment``.
  ///
  /// - Throws: ``EngineError`` `notSupported` on a device without haptics; `invalidEngineParameter` for settings that
  ///   cannot be.
  public init(_ configuration: EngineConfiguration = EngineConfiguration(), in environment: HapticEnvironment? = nil)
    throws(EngineError)
  {
    let environment = environment ?? HapticEnvironment.forNewEngine
    self.environment = environment
    self.configuration = configuration
    gainDecibels = configuration.settings.gainDecibels
    let refusal = environment.hardware { hardware -> EngineError? in
      if let told = hardware.intercept(.makeEngine) { return told }
      if !hardware.profile.supportsHaptics {
        return EngineError(.notSupported, "this device has no haptics: ask for its capabilities first")
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
        number: number, apply: { [weak self] fault in self?.withEngine { $0.handle(fault) } },
        entries: { [weak self] in self?.withEngine { $0.takeNotices() } },
        introduce: { [weak self] in self?.withEngine { $0.introduce() } },
        sampleRate: configuration.request.sampleRate,
        samples: { [weak self] range in self?.withEngine { $0.samples(range) } ?? [] }))
  }

  deinit {
    idle.timer?.cancel()
    teardown.run()
  }

  /// Runs `body` on the engine's executor and returns its result when it has returned; at once when the caller is
  /// there already. The way in for code that cannot wait.
  ///
  /// - Thread: any. - Real-time: no.
  public nonisolated func withEngine<Result: Sendable, Failure: Error>(
    _ body: @Sendable (isolated HapticEngine) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try executor.run {
      assumeIsolated { engine -> Swift.Result<Result, Failure> in
        do throws(Failure) { return .success(try body(engine)) } catch { return .failure(error) }
      }
    }.get()
  }

  /// Whether the engine runs.
  public var isRunning: Bool { lifecycle.state == .running }
  /// Where the engine is in its life.
  public var state: EngineState { lifecycle.state }
  /// Seconds on the engine's clock: positive, never less than before, going on while the engine is stopped.
  public nonisolated var currentTime: Double { environment.now }
  /// What the device agreed to, `nil` while stopped.
  public var outputFormat: OutputFormat? { session?.format }
  /// What renders, is about to, or fades.
  var session: RenderSession? { lifecycle.run?.session }
  /// Players that play, are paused or wait for their start.
  public var activePlayerCount: Int { players.activeCount }

  func log(_ fact: TimelineFact, _ player: PlayerID? = nil, at time: Double? = nil) {
    environment.log(fact, engine: number, player: player?.number, locality: configuration.locality, at: time)
  }

  /// Does what a call of the app asks for: counts it, lets it fail when a fault says so, logs it with its answer.
  func call<Result>(
    _ call: EngineCall, _ player: PlayerID? = nil, _ arguments: @autoclosure () -> String = "",
    _ body: () throws(EngineError) -> Result
  ) throws(EngineError) -> Result {
    do throws(EngineError) {
      if let told = environment.hardware({ $0.intercept(call) }) { throw told }
      let result = try body()
      log(.call(call, arguments: arguments(), error: nil), player)
      return result
    } catch {
      log(.call(call, arguments: arguments(), error: error.code), player)
      throw error
    }
  }

  // MARK: Handlers and switches

  /// Called, on the handlers' queue, when something outside has stopped the engine. Set it before starting.
  public func setStoppedHandler(_ handler: @escaping @Sendable (StoppedReason) -> Void) {
    let before = replaceStoppedHandler(with: handler)
    withExtendedLifetime(before) {}
  }

  /// Replaces the stopped handler. Returns the old one, for callers that release it outside the engine's queue.
  package nonisolated func replaceStoppedHandler(
    with handler: @escaping @Sendable (StoppedReason) -> Void
  ) -> @Sendable (StoppedReason) -> Void {
    teardown.replaceStoppedHandler(with: handler)
  }

  /// Called, on the handlers' queue, when the haptic server has failed and recovered: the engine has stopped, its
  /// players and registered sounds are lost; handlers and switches are kept.
  public func setResetHandler(_ handler: @escaping @Sendable () -> Void) {
    let before = replaceResetHandler(with: handler)
    withExtendedLifetime(before) {}
  }

  /// Replaces the reset handler. Returns the old one, for callers that release it outside the engine's queue.
  package func replaceResetHandler(with handler: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    // Not released in the assignment: its release may run code of the app that replaces it again.
    let before = resetHandler
    resetHandler = handler
    return before
  }

  /// Whether audio events are left out, from the next start on.
  public func setPlaysHapticsOnly(_ value: Bool) {
    switches.playsHapticsOnly = value
    log(.switched("playsHapticsOnly", to: "\(value)"))
  }

  /// Whether haptic events are left out, from the next start on.
  public func setPlaysAudioOnly(_ value: Bool) {
    switches.playsAudioOnly = value
    log(.switched("playsAudioOnly", to: "\(value)"))
  }

  /// Whether haptic events are silent, at once.
  public func setMutedForHaptics(_ value: Bool) {
    switches.isMutedForHaptics = value
    log(.switched("isMutedForHaptics", to: "\(value)"))
    updateMutes()
  }

  /// Whether audio events are silent, at once.
  public func setMutedForAudio(_ value: Bool) {
    switches.isMutedForAudio = value
    log(.switched("isMutedForAudio", to: "\(value)"))
    updateMutes()
  }

  /// Whether the engine stops when no player has been active for two minutes, and starts on its own when one starts.
  public func setAutoShutdownEnabled(_ value: Bool) {
    switches.isAutoShutdownEnabled = value
    log(.switched("isAutoShutdownEnabled", to: "\(value)"))
    idle.since = environment.now
    watchIdleness()
  }

  /// Sets the volume of the monitor, dB, −120 … 40, smoothly and at once; others count as the nearest of these. NaN is
  /// ignored. Not in the journal of a live run.
  public func setGain(decibels: Double) {
    guard !decibels.isNaN else { return }
    gainDecibels = min(max(decibels, -120), 40)
    session?.controls.setGain(Float(gain(decibels: gainDecibels)))
  }

  /// Mutes in the renderer what the switches, or a recording, want silent.
  func updateMutes() {
    let isRecording = environment.hardware { $0.isRecording }
    session?.controls.setHapticsMuted(switches.isMutedForHaptics || isRecording)
    session?.controls.setAudioMuted(switches.isMutedForAudio)
  }
}
