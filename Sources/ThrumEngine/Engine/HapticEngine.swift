import Dispatch
import ThrumPattern
import ThrumRender
import Synchronization

/// Plays patterns as Core Haptics does: starts and stops an output, makes players, schedules them, and tells the app
/// what has become of it all.
///
/// An actor on a serial executor. Its isolated methods may be awaited, or called at once, with their result, through
/// ``enter(_:)``. Handlers of the app run on another queue, in order, never before the call that causes them has
/// returned, and may call back in. Errors carry the numbers of Core Haptics.
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
  /// Told that all players have finished; answers what to do.
  public typealias FinishedHandler = @Sendable (EngineError?) -> FinishedAction

  nonisolated let executor: EngineExecutor
  /// The engine's own queue, or the one that all engines of a virtual environment share.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  /// Where the engine lives.
  public nonisolated let environment: HapticEnvironment
  /// The engine's number in its environment's log, from 1.
  public nonisolated let number: Int
  /// The engine's own among all of the process.
  nonisolated let identity = HapticEngine.identities.wrappingAdd(1, ordering: .relaxed).newValue
  private static let identities = Atomic<UInt64>(0)
  /// What outlives the engine for a moment, so that its end can be told.
  nonisolated let will: EngineWill
  let configuration: EngineConfiguration
  /// Volume of the monitor, dB.
  public internal(set) var gainDecibels: Double

  // Lifecycle
  var lifecycle = Lifecycle()
  var session: RenderSession?
  var opening: Opening?
  /// Devices that are not known to be closed yet, though the engine may have stopped, by run: a start waits for them.
  var closing: [UInt64: ClosingDevice] = [:]
  /// What ends a stop that waits for its device.
  var stopDeadline: TimerToken?
  /// When a device that stands still is given up.
  var standstill: TimerToken?
  var startWaiters: [CompletionHandler] = []
  /// When the start that is under way is given up, also while it waits for the end of the run before.
  var startDeadline: (time: Double, timer: TimerToken)?
  var stopWaiters: [CompletionHandler] = []
  var lastStartError: EngineError?
  /// Why the device that is being closed did not begin.
  var refusal: EngineError?
  /// Grows with every run: what belongs to an older one is late and ignored.
  var run: UInt64 = 0
  var resetHandler: @Sendable () -> Void = {}

  // Switches
  var playsHapticsOnly = false
  var playsAudioOnly = false
  var isMutedForHaptics = false
  var isMutedForAudio = false
  var isAutoShutdownEnabled = false

  // Players
  var players: [PlayerID: PlayerRecord] = [:]
  var activeCount = 0
  var nextPlayer = 1
  /// Whose each slot of the renderer is, until the renderer has given it back.
  var slots: [Int32: PlayerID] = [:]
  var freeSlots: [Int32] = []
  /// Slots of players that do not play, the one that has been idle for longest first.
  var idleSlots: [Int32] = []
  /// Slots of the renderer in all.
  var slotCount = 0
  var serial: UInt64 = 0
  let sounds: SoundShelf
  /// Runs that are to begin as soon as the engine runs, which was started on their behalf.
  var pendingStarts: [PendingStart] = []
  /// Commands whose frame is not known yet, by serial.
  var sentCommands: [UInt64: Command] = [:]

  // Waiting for the end of all players
  var finishedHandlers: [FinishedHandler] = []
  var finishedError: EngineError?
  var idleSince = 0.0
  var idleTimer: TimerToken?

  /// Facts about the device since the start.
  public internal(set) var deviceNotes = DeviceNotes()
  /// What the last output had to tell when it ended, such as a full disk; `nil` when all went well.
  public internal(set) var outputProblem: OutputError?
  /// The runs that have ended, for rendering them again.
  var endedRuns: [RenderJournal] = []

  /// What the device went through.
  public struct DeviceNotes: Equatable, Sendable {
    /// Times it ran dry.
    public var underruns = 0
    /// Times it stopped accepting frames.
    public var stalls = 0
    /// Events that found no voice.
    public var refusedEvents = 0
  }

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
    number = refusal == nil ? environment.nextEngineNumber() : 0
    executor = environment.time.makeExecutor()
    sounds = SoundShelf { bytes in environment.hardware { $0.soundBytes -= bytes } }
    will = EngineWill(environment: environment, number: number, queue: environment.time.makeHandlerQueue())
    if let refusal {
      environment.log(.call(.makeEngine, arguments: "", error: refusal.code), engine: 0)
      will.isVoid = true
      throw refusal
    }
    environment.log(.engineMade, engine: number)
    environment.add(
      HapticEnvironment.EngineLink(
        number: number, apply: { [weak self] fault in self?.enter { $0.handle(fault) } },
        entries: { [weak self] in self?.enter { $0.takeNotices() } },
        sampleRate: configuration.request.sampleRate,
        samples: { [weak self] range in self?.enter { $0.samples(range) } ?? [] }))
  }

  deinit {
    for timer in [startDeadline?.timer, opening?.deadline, stopDeadline, standstill, idleTimer] { timer?.cancel() }
    // Nobody else can answer those who wait any more.
    for waiter in startWaiters {
      waiter(EngineError(.engineNotRunning, "the engine went away while it was starting: keep it"))
    }
    for waiter in stopWaiters { waiter(nil) }
    will.execute()
  }

  /// Runs `body` on the engine's executor and answers its result when it has returned; at once when the caller is
  /// there already. The way in for code that cannot wait.
  ///
  /// - Thread: any. - Real-time: no.
  public nonisolated func enter<Result: Sendable, Failure: Error>(
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
  /// Players that play, are paused or wait for their start.
  public var activePlayerCount: Int { activeCount }

  func nextSerial() -> UInt64 {
    serial += 1
    return serial
  }

  func log(_ fact: TimelineFact, _ player: PlayerID? = nil, at time: Double? = nil) {
    environment.log(fact, engine: number, player: player?.number, at: time)
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
}
