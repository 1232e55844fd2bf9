import HapticPattern
import HapticRender

/// Plays patterns: starts and stops an output, makes players, schedules them.
///
/// An actor on a serial executor of its own; a thread of the output renders. Errors carry the numbers of Core
/// Haptics.
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

  let executor = EngineExecutor(label: "thrum.engine")
  /// The engine's own queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let configuration: EngineConfiguration
  private var lifecycle = Lifecycle()
  var session: RenderSession?
  var players: [PlayerID: PlayerRecord] = [:]
  var slots: [Int32: PlayerID] = [:]
  var freeSlots: [Int32] = []
  var nextPlayer = 1
  var serial: UInt64 = 0
  var lostDevice: Int32?
  private var stoppedHandler: @Sendable (StoppedReason) -> Void = { _ in }
  /// Facts about the device since the start.
  public internal(set) var deviceNotes = DeviceNotes()

  /// What the last output had to tell when it ended, such as a full disk; `nil` when all went well.
  public private(set) var outputProblem: OutputError?

  /// What the device went through.
  public struct DeviceNotes: Equatable, Sendable {
    /// Times it ran dry.
    public var underruns = 0
    /// Times it stopped accepting frames.
    public var stalls = 0
    /// Events that found no voice.
    public var refusedEvents = 0
  }

  /// Makes an engine; nothing is opened before ``start()``.
  public init(_ configuration: EngineConfiguration = EngineConfiguration()) {
    self.configuration = configuration
  }

  /// Whether the engine runs.
  public var isRunning: Bool { lifecycle.state == .running }

  /// Seconds on the engine's clock; goes on while the engine is stopped.
  public nonisolated var currentTime: Double { configuration.clock.now }

  /// What the device agreed to, `nil` while stopped.
  public var outputFormat: OutputFormat? { session?.format }

  /// Called on the engine's queue when the engine stops by itself.
  public func setStoppedHandler(_ handler: @escaping @Sendable (StoppedReason) -> Void) {
    stoppedHandler = handler
  }

  /// Opens the output and runs. Starting a running engine does nothing.
  ///
  /// - Throws: ``OutputError`` from the device, after at most 2 s; ``EngineError`` for settings that cannot be.
  public func start() throws {
    if let problem = configuration.settings.problem ?? configuration.request.problem {
      throw EngineError(.invalidEngineParameter, problem)
    }
    guard lifecycle.start() == .startOutput else { return }
    do {
      try startOutput()
      lifecycle.outputDidStart(true)
    } catch {
      lifecycle.outputDidStart(false)
      throw error
    }
  }

  private func startOutput() throws {
    let output = configuration.makeOutput()
    let format = try output.open(configuration.request)
    let session: RenderSession
    do {
      session = try RenderSession(
        output, format, settings: configuration.settings, anchorTime: configuration.clock.now)
    } catch {
      _ = output.stop()
      throw error
    }
    session.observe(on: executor.queue) { [weak self] in
      self?.assumeIsolated { $0.takeNotices() }
    }
    self.session = session
    freeSlots = (0..<Int32(configuration.settings.playerCapacity)).reversed()
    do { try session.begin() } catch {
      self.session = nil
      throw error
    }
    lostDevice = nil
    outputProblem = nil
    deviceNotes = DeviceNotes()
  }

  /// Fades out and closes the output; every active player ends. Stopping a stopped engine does nothing.
  public func stop() { end(reason: nil) }

  func end(reason: StoppedReason?) {
    guard lifecycle.stop() == .stopOutput else { return }
    session?.end()
    outputProblem = session?.problem
    takeNotices()
    session = nil
    lifecycle.outputDidStop()
    let error = reason.map { _ in EngineError(.engineNotRunning, "the engine stopped") }
    for id in players.keys { complete(id, error: error) }
    forgetSlots()
    if let reason { stoppedHandler(reason) }
  }

  /// The level now, for a meter.
  public var meter: Meter {
    guard let session else { return Meter() }
    return Meter(
      peak: session.controls.peak, level: session.controls.level,
      renderedFrames: session.controls.renderedFrames, delayFrames: session.delayFrames)
  }

  /// Latest values of the output.
  public struct Meter: Equatable, Sendable {
    /// Largest magnitude of the last quantum, full scale 1.
    public var peak: Float = 0
    /// Root mean square of the last quantum, full scale 1.
    public var level: Float = 0
    /// Frames rendered since the start.
    public var renderedFrames: SampleTime = 0
    /// Frames between rendering and hearing.
    public var delayFrames: FrameCount = 0
  }

  func nextSerial() -> UInt64 {
    serial += 1
    return serial
  }
}
