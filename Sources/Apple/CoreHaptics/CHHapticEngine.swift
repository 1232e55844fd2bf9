import Foundation
import ThrumEngine
import ThrumPattern
import Synchronization

/// The connection to the haptic server, here to an engine of `HapticEngine` in the caller's environment.
open class CHHapticEngine: HapticServerConnection {
  /// Told how a start or stop ended.
  public typealias CompletionHandler = ((any Error)?) -> Void
  /// Told that all players have finished; returns what to do.
  public typealias FinishedHandler = ((any Error)?) -> CHHapticEngine.FinishedAction
  /// Told why the engine was stopped from outside.
  public typealias StoppedHandler = (CHHapticEngine.StoppedReason) -> Void
  /// Told that the haptic server failed and recovered.
  public typealias ResetHandler = () -> Void

  private let handlers = Mutex(Handlers())

  private struct Handlers {
    var stopped: @Sendable (StoppedReason) -> Void = { _ in }
    var reset: @Sendable (()) -> Void = { _ in }
  }

  /// What the device can do.
  @discardableResult
  open class func capabilitiesForHardware() -> any CHHapticDeviceCapability {
    DeviceCapability(profile: HapticEnvironment.current.profile)
  }

  /// Makes an engine.
  ///
  /// - Throws: `notSupported` on a device without haptics.
  public init() throws { try super.init(connecting: ()) }

  /// Makes an engine. A session is taken and ignored: there is none on Linux.
  ///
  /// - Throws: `notSupported` on a device without haptics.
  public init(audioSession: AVAudioSession?) throws { try super.init(connecting: ()) }

  /// Makes an engine: the name that Objective-C's `initAndReturnError:` has beside ``init()``.
  ///
  /// - Throws: `notSupported` on a device without haptics.
  public convenience init(andReturnError: ()) throws { try self.init() }

  // MARK: Properties

  /// Seconds on the engine's clock.
  open var currentTime: TimeInterval { engine.currentTime }

  /// Called when something outside has stopped the engine.
  open var stoppedHandler: CHHapticEngine.StoppedHandler {
    get {
      let handlers = handlers.withLock { $0 }
      return handlers.stopped
    }
    set {
      let handler = sendable(newValue)
      handlers.withLockReleasing { handlers in
        defer { handlers.stopped = handler }
        return handlers.stopped
      }
      let before = engine.replaceStoppedHandler { reason in handler(StoppedReason(reason)) }
      withExtendedLifetime(before) {}
    }
  }

  /// Called when the haptic server has failed and recovered.
  open var resetHandler: CHHapticEngine.ResetHandler {
    get {
      let handlers = handlers.withLock { $0 }
      return { handlers.reset(()) }
    }
    set {
      let handler = sendable { (_: Void) in newValue() }
      handlers.withLockReleasing { handlers in
        defer { handlers.reset = handler }
        return handlers.reset
      }
      // Released outside the engine's queue.
      let before = engine.withEngine { $0.replaceResetHandler { handler(()) } }
      withExtendedLifetime(before) {}
    }
  }

  /// Leaves audio events out, from the next start on.
  open var playsHapticsOnly: Bool {
    get { engine.withEngine { $0.switches.playsHapticsOnly } }
    set { engine.withEngine { $0.setPlaysHapticsOnly(newValue) } }
  }

  /// Leaves haptic events out, from the next start on.
  open var playsAudioOnly: Bool {
    get { engine.withEngine { $0.switches.playsAudioOnly } }
    set { engine.withEngine { $0.setPlaysAudioOnly(newValue) } }
  }

  /// Silences audio events at once.
  open var isMutedForAudio: Bool {
    get { engine.withEngine { $0.switches.isMutedForAudio } }
    set { engine.withEngine { $0.setMutedForAudio(newValue) } }
  }

  /// Silences haptic events at once.
  open var isMutedForHaptics: Bool {
    get { engine.withEngine { $0.switches.isMutedForHaptics } }
    set { engine.withEngine { $0.setMutedForHaptics(newValue) } }
  }

  /// Stops an idle engine, and starts it again with the next player.
  open var isAutoShutdownEnabled: Bool {
    get { engine.withEngine { $0.switches.isAutoShutdownEnabled } }
    set { engine.withEngine { $0.setAutoShutdownEnabled(newValue) } }
  }

  // MARK: Starting and stopping

  /// Starts, and returns when the engine runs.
  open func start() throws {
    try CHHapticError.translating { () throws(EngineError) in try engine.startAndWait() }
  }

  /// Starts, returns at once and calls back.
  open func start(completionHandler: CompletionHandler? = nil) {
    engine.start(completion: translated(completionHandler ?? { _ in }))
  }

  /// Starts, and returns when the engine runs.
  nonisolated(nonsending) open func start() async throws {
    do throws(EngineError) { try await engine.start() } catch { throw CHHapticError(error) }
  }

  /// Stops, returns at once and calls back.
  open func stop(completionHandler: CompletionHandler? = nil) {
    engine.stop(completion: translated(completionHandler ?? { _ in }))
  }

  /// Stops, and returns when the engine has stopped.
  nonisolated(nonsending) open func stop() async throws {
    do throws(EngineError) { try await engine.stop() } catch { throw CHHapticError(error) }
  }

  /// Calls back when no player is active any more.
  open func notifyWhenPlayersFinished(finishedHandler: @escaping CHHapticEngine.FinishedHandler) {
    let handler = translated(finishedHandler)
    // It fails only when a fault says so, and has no way to tell.
    do throws(EngineError) {
      try engine.withEngine { (engine) throws(EngineError) in
        try engine.notifyWhenPlayersFinished { error in handler(error).engines }
      }
    } catch {}
  }

  // MARK: Players and sounds

  /// Makes a player.
  @discardableResult
  open func makePlayer(with pattern: CHHapticPattern) throws -> any CHHapticPatternPlayer {
    PatternPlayer(try makePlayer(pattern, isAdvanced: false))
  }

  /// Makes a player that can pause, seek and loop.
  @discardableResult
  open func makeAdvancedPlayer(with pattern: CHHapticPattern) throws -> any CHHapticAdvancedPatternPlayer {
    AdvancedPatternPlayer(try makePlayer(pattern, isAdvanced: true))
  }

  private func makePlayer(_ pattern: CHHapticPattern, isAdvanced: Bool) throws -> HapticPlayer {
    var options = CHHapticEngine.options(for: pattern)
    options.isAdvanced = isAdvanced
    let (made, content) = (options, pattern.source.pattern)
    return try CHHapticError.translating { () throws(EngineError) in
      try engine.withEngine { (engine) throws(EngineError) in try engine.makePlayer(content, options: made) }
    }
  }

  private static func options(for pattern: CHHapticPattern) -> PlayerOptions {
    var options = PlayerOptions()
    let found = Dictionary(
      pattern.source.pattern.events.compactMap(\.waveformPath).map { ($0, pattern.source.resolveSound($0)) },
      uniquingKeysWith: { first, _ in first })
    options.resolveSound = { found[$0] ?? nil }
    return options
  }

  /// Registers a sound file for events.
  ///
  /// - Parameters:
  ///   - resourceURL: a file on this machine.
  ///   - options: ``CHHapticAudioResourceKeyUseVolumeEnvelope`` and ``CHHapticAudioResourceKeyLoopEnabled``, as `String` or
  ///     `NSString`, with a Boolean of any kind.
  @discardableResult
  open func registerAudioResource(_ resourceURL: URL, options: [AnyHashable: Any] = [:]) throws
    -> CHHapticAudioResourceID
  {
    let path = resourceURL.path
    let options = AudioResourceOptions(options)
    return try CHHapticError.translating { () throws(EngineError) in
      try engine.withEngine { (engine) throws(EngineError) in
        try engine.registerSound(path: path, usesVolumeEnvelope: options.usesVolumeEnvelope, loops: options.loops)
      }
    }
  }

  /// Forgets a registered sound.
  open func unregisterAudioResource(_ resourceID: CHHapticAudioResourceID) throws {
    try CHHapticError.translating { () throws(EngineError) in
      try engine.withEngine { (engine) throws(EngineError) in try engine.unregisterSound(resourceID) }
    }
  }

  /// Plays an AHAP file once; starts the engine when it does not run.
  open func playPattern(from fileURL: URL) throws { try play { CHHapticPattern(try PatternSource(file: fileURL)) } }

  /// Plays AHAP data once; starts the engine when it does not run.
  open func playPattern(from data: Data) throws {
    try play { CHHapticPattern(try PatternSource(ahap: data, name: "data")) }
  }

  private func play(_ read: () throws -> CHHapticPattern) throws {
    let pattern: CHHapticPattern
    do { pattern = try read() } catch let error as CHHapticError {
      // It never comes to the engine, and is a call of the engine's that has failed.
      let code = EngineError.Code(rawValue: error.errorCode)
      engine.withEngine { $0.noteRefusal(of: .playPattern, code) }
      throw error
    }
    let (options, content) = (CHHapticEngine.options(for: pattern), pattern.source.pattern)
    try CHHapticError.translating { () throws(EngineError) in
      try engine.withEngine { (engine) throws(EngineError) in try engine.playPattern(content, options: options) }
    }
  }
}
