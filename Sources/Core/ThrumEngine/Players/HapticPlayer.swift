import Synchronization
import ThrumPattern
import ThrumRender

/// Plays a pattern on an engine, any number of times. Created by ``HapticEngine/makePlayer(_:options:)``.
///
/// Methods return once the engine has accepted the call. Times are engine times in seconds; 0 and past times mean now.
/// Stopping, cancelling or pausing an idle player has no effect. A released player finishes playing.
///
/// A player holds its engine weakly. Calls throw `engineNotRunning` once the engine is gone, and `invalidPatternPlayer`
/// once a server reset has invalidated the player.
///
/// - Thread: any; not real-time.
public final class HapticPlayer: Sendable, CustomStringConvertible {
  private struct EngineBox {
    weak var engine: HapticEngine?
  }

  fileprivate let id: PlayerID
  private let box: Mutex<EngineBox>
  /// Duration of the pattern, s.
  public let duration: Double

  init(_ id: PlayerID, _ engine: HapticEngine, duration: Double) {
    self.id = id
    self.duration = duration
    box = Mutex(EngineBox(engine: engine))
  }

  deinit {
    let id = id
    engine?.withEngine { $0.drop(id) }
  }

  /// Number on the engine, from 1.
  public var number: Int { id.number }
  /// For example `player 1`.
  public var description: String { id.description }
  /// The engine, if it still exists.
  public var engine: HapticEngine? { box.withLock { $0.engine } }

  private func perform<Result: Sendable>(
    _ body: @Sendable (isolated HapticEngine, PlayerID) throws(EngineError) -> Result
  ) throws(EngineError) -> Result {
    guard let engine else {
      throw EngineError(.engineNotRunning, "the player's engine was deallocated: keep a reference to it")
    }
    let id = id
    return try engine.withEngine { (engine) throws(EngineError) in try body(engine, id) }
  }

  // MARK: Transport

  /// Starts at the beginning or at a seek's target. Restarts a playing player.
  ///
  /// - Throws: ``EngineError`` `engineNotRunning`, unless auto-shutdown is on and starts the engine; `invalidTime`,
  ///   `noPlayerChannel`, `resourceNotAvailable`.
  public func start(at time: Double = 0) throws(EngineError) {
    try perform { (engine, id) throws(EngineError) in try engine.start(id, atTime: time) }
  }

  /// Stops the player: continuous events release, and pending transients finish.
  ///
  /// An immediate stop works even if the command ring is full.
  ///
  /// - Throws: ``EngineError`` `invalidTime`, `resourceNotAvailable`.
  public func stop(at time: Double = 0) throws(EngineError) {
    try perform { (engine, id) throws(EngineError) in try engine.stop(id, atTime: time) }
  }

  /// Drops scheduled commands and ends playback within 5 ms.
  ///
  /// - Throws: ``EngineError`` `invalidPatternPlayer`.
  public func cancel() throws(EngineError) {
    try perform { (engine, id) throws(EngineError) in try engine.cancel(id) }
  }

  /// Pauses the player, which falls silent at once but stays active.
  ///
  /// - Throws: ``EngineError`` `engineNotRunning`, `invalidTime`, `resourceNotAvailable`.
  public func pause(at time: Double = 0) throws(EngineError) {
    try perform { (engine, id) throws(EngineError) in try engine.pause(id, atTime: time) }
  }

  /// Resumes after a pause, even in the middle of an event.
  ///
  /// - Throws: See ``pause(at:)``.
  public func resume(at time: Double = 0) throws(EngineError) {
    try perform { (engine, id) throws(EngineError) in try engine.resume(id, atTime: time) }
  }

  /// Moves to an offset in seconds. Events already in progress there stay silent.
  ///
  /// Before a start, this sets where playback begins. At or beyond the end, playback ends, or restarts if the player
  /// loops.
  ///
  /// - Throws: ``EngineError`` `invalidTime`, `resourceNotAvailable`.
  public func seek(to offset: Double) throws(EngineError) {
    try perform { (engine, id) throws(EngineError) in try engine.seek(id, toOffset: offset) }
  }

  // MARK: Properties

  /// Whether the player is silent while its time keeps running.
  public var isMuted: Bool {
    get { value { $0.isMuted } ?? false }
    set {
      let id = id
      engine?.withEngine { $0.setMuted(id, newValue) }
    }
  }

  /// Whether the pattern restarts at the end of its loop.
  public var loops: Bool { value { $0.loops } ?? false }

  /// Turns looping on or off. Without looping, the pattern plays to its end.
  ///
  /// - Throws: ``EngineError`` `invalidTime`, `resourceNotAvailable`.
  public func setLoops(_ loops: Bool, at time: Double = 0) throws(EngineError) {
    try perform { (engine, id) throws(EngineError) in try engine.setLooping(id, loops, atTime: time) }
  }

  /// Loop end in seconds. By default, the end of the pattern.
  public var loopEnd: Double { value { $0.loopEnd ?? $0.duration } ?? duration }

  /// Sets the loop end in seconds. 0 means the pattern's end. Ignores negative, infinite and NaN values.
  ///
  /// - Throws: ``EngineError`` `resourceNotAvailable`.
  public func setLoopEnd(_ end: Double) throws(EngineError) {
    try perform { (engine, id) throws(EngineError) in try engine.setLoopEnd(id, end) }
  }

  /// Playback speed, 1 by default. Does not change pitch.
  public var rate: Double { value { $0.rate } ?? 1 }

  /// Sets the playback speed. Ignores values outside the range from 0 to 10⁶, exclusive.
  ///
  /// - Throws: ``EngineError`` `resourceNotAvailable`.
  public func setRate(_ rate: Double) throws(EngineError) {
    try perform { (engine, id) throws(EngineError) in try engine.setPlaybackRate(id, rate) }
  }

  package static func accepts(loopEnd: Double) -> Bool { loopEnd >= 0 && loopEnd.isFinite }
  package static func accepts(rate: Double) -> Bool { PlaybackRate.isPlayable(rate) }

  private func value<Value: Sendable>(_ get: @Sendable (PlayerRecord) -> Value) -> Value? {
    let id = id
    return engine?.withEngine { $0.players[id].map(get) } ?? nil
  }

  // MARK: Controls

  /// Changes the player's controls at `time` plus each parameter's relative time.
  ///
  /// A value holds until the next value for the same control, even across restarts.
  ///
  /// - Throws: ``EngineError`` `invalidTime`, `badParameterEntry`, `resourceNotAvailable`.
  public func send(_ parameters: [DynamicParameter], at time: Double = 0) throws(EngineError) {
    try perform { (engine, id) throws(EngineError) in try engine.sendParameters(parameters, to: id, atTime: time) }
  }

  /// Changes a control along a curve that starts at `time`, not at the curve's relative time.
  ///
  /// If the first point comes later, a line leads to it from the current value.
  ///
  /// - Throws: ``EngineError`` `invalidTime`, `badParameterEntry`, `resourceNotAvailable`.
  public func schedule(_ curve: ParameterCurve, at time: Double = 0) throws(EngineError) {
    try perform { (engine, id) throws(EngineError) in
      try engine.scheduleParameterCurve(curve, on: id, atTime: time)
    }
  }

  // MARK: The end

  /// Whether the player is playing, paused, or about to start.
  public var isActive: Bool { value { $0.isActive } ?? false }

  /// Sets the handler called whenever playback ends, with an error if it was cut short.
  public func setCompletionHandler(_ handler: @escaping HapticEngine.CompletionHandler) {
    let id = id
    // The old handler is released outside the engine's queue.
    let before = engine?.withEngine { $0.replaceCompletionHandler(id, with: handler) }
    withExtendedLifetime(before) {}
  }

  /// Waits until the player has finished and returns its error, if any.
  public func untilFinished() async -> EngineError? { await engine?.untilFinished(id) }
}

extension HapticEngine {
  /// Starts players in the same frame, `offset` seconds into their patterns.
  ///
  /// - Throws: See ``HapticPlayer/start(at:)``.
  public func start(_ players: [HapticPlayer], at time: Double = 0, offset: Double = 0) throws(EngineError) {
    try start(players.map(\.id), atTime: time, offset: offset)
  }
}
