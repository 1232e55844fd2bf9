@_exported import Foundation
import Synchronization
@_exported import ThrumCombine
import ThrumEngine
import ThrumPattern
import ThrumSystem

/// An engine, backed by a `HapticEngine` in the caller's environment.
open class CHHapticEngine: HapticServerConnection, StopHandling {
  /// Receives the result of a start or stop.
  public typealias CompletionHandler = ((any Error)?) -> Void
  /// Called when all players have finished. Returns the action to take.
  public typealias FinishedHandler = ((any Error)?) -> CHHapticEngine.FinishedAction
  /// Called with the reason when the engine stops by itself.
  public typealias StoppedHandler = (CHHapticEngine.StoppedReason) -> Void
  /// Called when the haptic server has recovered from a failure.
  public typealias ResetHandler = () -> Void

  private let handlers = Mutex(Handlers())

  private struct Handlers {
    var stopped: @Sendable (StoppedReason) -> Void = { _ in }
    var reset: @Sendable (()) -> Void = { _ in }
  }

  /// Returns the capabilities of the environment's device.
  @discardableResult
  open class func capabilitiesForHardware() -> any CHHapticDeviceCapability {
    let environment = HapticEnvironment.current
    environment.noteUse()
    return DeviceCapability(profile: environment.profile)
  }

  /// Creates an engine.
  ///
  /// - Throws: `notSupported` on a device without haptics.
  public init() throws { try super.init(sharing: nil) }

  /// Creates an engine.
  ///
  /// Starting an engine with the shared session ends other audio, unless the session's category mixes with it or the
  /// engine plays haptics only.
  ///
  /// - Throws: `notSupported` on a device without haptics.
  public init(audioSession: AVAudioSession?) throws { try super.init(sharing: audioSession) }

  /// Creates an engine. Swift imports Objective-C's `initAndReturnError:` under this name too.
  public convenience init(andReturnError: ()) throws { try self.init() }

  // MARK: Properties

  /// Engine time in seconds.
  open var currentTime: TimeInterval { engine.currentTime }

  /// Handler for a stop that the app did not request.
  @_disfavoredOverload open var stoppedHandler: CHHapticEngine.StoppedHandler {
    get {
      let handlers = handlers.withLock { $0 }
      return handlers.stopped
    }
    set { keepStoppedHandler(newValue) }
  }

  final func keepStoppedHandler(_ newValue: @escaping CHHapticEngine.StoppedHandler) {
    let handler = sendable(newValue)
    handlers.withLockReleasing { handlers in
      defer { handlers.stopped = handler }
      return handlers.stopped
    }
    let before = engine.replaceStoppedHandler { reason in handler(StoppedReason(reason)) }
    withExtendedLifetime(before) {}
  }

  /// Handler called when the haptic server has recovered.
  @_disfavoredOverload open var resetHandler: CHHapticEngine.ResetHandler {
    get {
      let handlers = handlers.withLock { $0 }
      return { handlers.reset(()) }
    }
    set { keepResetHandler(newValue) }
  }

  final func keepResetHandler(_ newValue: @escaping CHHapticEngine.ResetHandler) {
    let handler = sendable { (_: Void) in newValue() }
    handlers.withLockReleasing { handlers in
      defer { handlers.reset = handler }
      return handlers.reset
    }
    let before = engine.withEngine { $0.replaceResetHandler { handler(()) } }
    withExtendedLifetime(before) {}
  }

  /// Whether audio events are left out. Changes take effect at the next start.
  open var playsHapticsOnly: Bool {
    get { engine.withEngine { $0.switches.playsHapticsOnly } }
    set { engine.withEngine { $0.setPlaysHapticsOnly(newValue) } }
  }

  /// Whether haptic events are left out. Changes take effect at the next start.
  open var playsAudioOnly: Bool {
    get { engine.withEngine { $0.switches.playsAudioOnly } }
    set { engine.withEngine { $0.setPlaysAudioOnly(newValue) } }
  }

  /// Whether audio events are silent. Changes take effect at once.
  open var isMutedForAudio: Bool {
    get { engine.withEngine { $0.switches.isMutedForAudio } }
    set { engine.withEngine { $0.setMutedForAudio(newValue) } }
  }

  /// Whether haptic events are silent. Changes take effect at once.
  open var isMutedForHaptics: Bool {
    get { engine.withEngine { $0.switches.isMutedForHaptics } }
    set { engine.withEngine { $0.setMutedForHaptics(newValue) } }
  }

  /// Whether the engine stops when idle, and restarts for the next player.
  open var isAutoShutdownEnabled: Bool {
    get { engine.withEngine { $0.switches.isAutoShutdownEnabled } }
    set { engine.withEngine { $0.setAutoShutdownEnabled(newValue) } }
  }

  // MARK: Starting and stopping

  /// Starts the engine and waits.
  open func start() throws {
    try CHHapticError.translating { () throws(EngineError) in try engine.startAndWait() }
  }

  /// Starts the engine asynchronously.
  @preconcurrency open func start(completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
    engine.start(completion: translated(completionHandler ?? { _ in }))
  }

  /// Starts the engine and waits.
  nonisolated(nonsending) open func start() async throws {
    do throws(EngineError) { try await engine.start() } catch { throw CHHapticError(error) }
  }

  /// Stops the engine asynchronously.
  @preconcurrency open func stop(completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
    engine.stop(completion: translated(completionHandler ?? { _ in }))
  }

  /// Stops the engine and waits.
  nonisolated(nonsending) open func stop() async throws {
    do throws(EngineError) { try await engine.stop() } catch { throw CHHapticError(error) }
  }

  /// Calls `finishedHandler` once no player is active.
  @_disfavoredOverload open func notifyWhenPlayersFinished(finishedHandler: @escaping CHHapticEngine.FinishedHandler) {
    keepFinishedHandler(finishedHandler)
  }

  final func keepFinishedHandler(_ finishedHandler: @escaping CHHapticEngine.FinishedHandler) {
    let handler = translated(finishedHandler)
    // Fails only through an injected fault, which this method cannot report.
    do throws(EngineError) {
      try engine.withEngine { (engine) throws(EngineError) in
        try engine.notifyWhenPlayersFinished { error in handler(error).engines }
      }
    } catch {}
  }

  // MARK: Players and sounds

  /// Creates a player.
  @discardableResult
  open func makePlayer(with pattern: CHHapticPattern) throws -> any CHHapticPatternPlayer {
    PatternPlayer(try makePlayer(pattern, isAdvanced: false))
  }

  /// Creates a player that can pause, resume, seek and loop.
  @discardableResult
  open func makeAdvancedPlayer(with pattern: CHHapticPattern) throws -> any CHHapticAdvancedPatternPlayer {
    AdvancedPatternPlayer(try makePlayer(pattern, isAdvanced: true))
  }

  private func makePlayer(_ pattern: CHHapticPattern, isAdvanced: Bool) throws -> HapticPlayer {
    let call: EngineCall = isAdvanced ? .makeAdvancedPlayer : .makePlayer
    engine.environment.callerWaits(in: call)
    try refuseEmpty(pattern, call)
    var options = CHHapticEngine.options(for: pattern)
    options.isAdvanced = isAdvanced
    let (made, content) = (options, pattern.source.pattern)
    return try CHHapticError.translating { () throws(EngineError) in
      try engine.withEngine { (engine) throws(EngineError) in try engine.makePlayer(content, options: made) }
    }
  }

  private func refuseEmpty(_ pattern: CHHapticPattern, _ call: EngineCall) throws {
    guard !pattern.source.pattern.hasEvents else { return }
    engine.withEngine { $0.noteRefusal(of: call, .invalidPatternData) }
    throw GenericObjCError.nilError
  }

  private static func options(for pattern: CHHapticPattern) -> PlayerOptions {
    var options = PlayerOptions()
    let found = Dictionary(
      pattern.source.pattern.events.compactMap(\.waveformPath).map { ($0, pattern.source.resolveSound($0)) },
      uniquingKeysWith: { first, _ in first })
    options.resolveSound = { found[$0] ?? nil }
    return options
  }

  /// Registers a local sound file for use in events.
  ///
  /// The keys of `options` are ``CHHapticAudioResourceKeyUseVolumeEnvelope`` and
  /// ``CHHapticAudioResourceKeyLoopEnabled``, as `String` or `NSString`; values are Bool or numeric.
  @discardableResult
  open func registerAudioResource(_ resourceURL: URL, options: [AnyHashable: Any] = [:]) throws
    -> CHHapticAudioResourceID
  {
    let path = resourceURL.path
    let options = AudioResourceOptions(options)
    engine.environment.callerWaits(in: .registerAudioResource)
    return try CHHapticError.translating { () throws(EngineError) in
      try engine.withEngine { (engine) throws(EngineError) in
        try engine.registerSound(path: path, usesVolumeEnvelope: options.usesVolumeEnvelope, loops: options.loops)
      }
    }
  }

  /// Unregisters a sound.
  open func unregisterAudioResource(_ resourceID: CHHapticAudioResourceID) throws {
    try CHHapticError.translating { () throws(EngineError) in
      try engine.withEngine { (engine) throws(EngineError) in try engine.unregisterSound(resourceID) }
    }
  }

  /// Plays an AHAP file once, starting the engine if necessary.
  open func playPattern(from fileURL: URL) throws {
    engine.environment.callerWaits(in: .makePattern)
    try play { CHHapticPattern(try PatternSource(file: fileURL)) }
  }

  /// Plays AHAP data once, starting the engine if necessary.
  open func playPattern(from data: Data) throws {
    try play { CHHapticPattern(try PatternSource(ahap: data, name: "data")) }
  }

  private func play(_ read: () throws -> CHHapticPattern) throws {
    let pattern: CHHapticPattern
    do { pattern = try read() } catch let error as CHHapticError {
      // The engine never sees the pattern, but the timeline records the failed call.
      let code = EngineError.Code(rawValue: error.errorCode)
      engine.withEngine { $0.noteRefusal(of: .playPattern, code) }
      throw error
    }
    let (options, content) = (CHHapticEngine.options(for: pattern), pattern.source.pattern)
    if !engine.withEngine({ $0.isRunning }) { engine.environment.callerWaits(in: .start) }
    engine.environment.callerWaits(in: .makePlayer)
    try refuseEmpty(pattern, .playPattern)
    try CHHapticError.translating { () throws(EngineError) in
      try engine.withEngine { (engine) throws(EngineError) in try engine.playPattern(content, options: options) }
    }
  }
}

// Declared here, since `MemberImportVisibility` would otherwise make clients import `HapticEngine`'s module.

extension CHHapticEngine {
  /// Action to take when all players have finished.
  public enum FinishedAction: Int, Sendable {
    case stopEngine = 1
    case leaveEngineRunning = 2

    var engines: HapticEngine.FinishedAction {
      switch self {
      case .stopEngine: .stopEngine
      case .leaveEngineRunning: .leaveEngineRunning
      }
    }
  }

  /// Reason for a stop that the app did not request.
  public enum StoppedReason: Int, Sendable {
    case audioSessionInterrupt = 1
    case applicationSuspended = 2
    case idleTimeout = 3
    case notifyWhenFinished = 4
    case engineDestroyed = 5
    case gameControllerDisconnect = 6
    case systemError = -1

    init(_ reason: HapticEngine.StoppedReason) { self = StoppedReason(rawValue: reason.rawValue) ?? .systemError }
  }
}

/// Marks an app's handler as sendable, which Core Haptics does not require.
func sendable<Argument, Result>(_ handler: @escaping (Argument) -> Result) -> @Sendable (Argument) -> Result {
  // Safety: `@Sendable` does not change a function's representation. Core Haptics documents that the closure can be
  // called on another thread; handlers of one engine never run at the same time.
  unsafeBitCast(handler, to: (@Sendable (Argument) -> Result).self)
}

func translated<Result>(_ handler: @escaping ((any Error)?) -> Result) -> @Sendable (EngineError?) -> Result {
  let handler = sendable(handler)
  return { error in handler(error.map { CHHapticError($0) }) }
}
