import Synchronization
import ThrumPattern

/// Plays a pattern on an engine, as often as wanted. Made by ``HapticEngine/makePlayer(_:options:)``.
///
/// Its methods return when the engine has taken the call, and their errors carry the numbers of Core Haptics. A player holds
/// its engine weakly; without it, calls throw `engineNotRunning`. A player that goes while it plays is heard to its end.
///
/// - Thread: any; not real-time.
public final class HapticPlayer: Sendable, CustomStringConvertible {
  private struct EngineBox {
    weak var engine: HapticEngine?
  }

  private let id: PlayerID
  private let box: Mutex<EngineBox>
  /// Seconds from the pattern's start to its end.
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

  /// The engine's players are numbered in the order of making, from 1.
  public var number: Int { id.number }
  /// `player 1`.
  public var description: String { id.description }
  /// The engine, while somebody keeps it.
  public var engine: HapticEngine? { box.withLock { $0.engine } }

  /// The engine's own name of the player.
  package var playerID: PlayerID { id }

  private func perform<Result: Sendable>(
    _ body: @Sendable (isolated HapticEngine, PlayerID) throws(EngineError) -> Result
  ) throws(EngineError) -> Result {
    guard let engine else { throw EngineError(.engineNotRunning, "the player's engine is gone: keep it") }
    let id = id
    return try engine.withEngine { (engine) throws(EngineError) in try body(engine, id) }
  }

  // MARK: Transport

  /// Starts from the beginning, or from where a seek has put it; a playing one starts again.
  ///
  /// - Parameter time: on the engine's clock, s; 0 and the past are now.
  /// - Throws: ``EngineError`` `engineNotRunning`, unless auto-shutdown is on, which starts the engine; `invalidTime`,
  ///   `invalidPatternPlayer`, `noPlayerChannel`, `resourceNotAvailable`.
  public func start(at time: Double = 0) throws(EngineError) {
    try perform { (engine, id) throws(EngineError) in try engine.start(id, atTime: time) }
  }

  /// Stops: continuous events release, transients that are due sound to their end. A stop for now is never lost, however
  /// many commands wait. Stopping an idle player does nothing.
  ///
  /// - Parameter time: on the engine's clock, s; 0 and the past are now.
  /// - Throws: ``EngineError`` `invalidTime`, `invalidPatternPlayer`, `resourceNotAvailable`.
  public func stop(at time: Double = 0) throws(EngineError) {
    try perform { (engine, id) throws(EngineError) in try engine.stop(id, atTime: time) }
  }

  /// Forgets what the player has been told for later, and ends it within 5 ms. Cancelling an idle player does nothing.
  ///
  /// - Throws: ``EngineError`` `invalidPatternPlayer`.
  public func cancel() throws(EngineError) {
    try perform { (engine, id) throws(EngineError) in try engine.cancel(id) }
  }

  /// Holds the position: silence follows at once; the player stays active. An idle one stays idle.
  ///
  /// - Throws: ``EngineError`` `engineNotRunning`, `invalidTime`, `invalidPatternPlayer`, `resourceNotAvailable`.
  public func pause(at time: Double = 0) throws(EngineError) {
    try perform { (engine, id) throws(EngineError) in try engine.pause(id, atTime: time) }
  }

  /// Continues from the held position, in the middle of an event, too.
  ///
  /// - Throws: as ``pause(at:)``.
  public func resume(at time: Double = 0) throws(EngineError) {
    try perform { (engine, id) throws(EngineError) in try engine.resume(id, atTime: time) }
  }

  /// Moves to a time of the pattern, s; events that would be in their middle there stay silent. Before a start, it begins
  /// there. At the end or later, playback ends, or, when looping, starts again.
  ///
  /// - Throws: ``EngineError`` `invalidTime`, `invalidPatternPlayer`, `resourceNotAvailable`.
  public func seek(to offset: Double) throws(EngineError) {
    try perform { (engine, id) throws(EngineError) in try engine.seek(id, toOffset: offset) }
  }

  // MARK: Settings

  /// Whether the player is silent; it keeps its time. Without effect on a player that is lost.
  public var isMuted: Bool {
    get { value { $0.isMuted } ?? false }
    set {
      let id = id
      engine?.withEngine { $0.setMuted(id, newValue) }
    }
  }

  /// Whether the pattern starts again at its loop's end.
  public var loops: Bool { value { $0.loops } ?? false }

  /// Lets the player start again at its loop's end, or play on to the pattern's end.
  ///
  /// - Parameters:
  ///   - loops: whether it starts again.
  ///   - time: when, on the engine's clock, s; 0 and the past are now.
  /// - Throws: ``EngineError`` `invalidTime`, `invalidPatternPlayer`, `resourceNotAvailable`.
  public func setLoops(_ loops: Bool, at time: Double = 0) throws(EngineError) {
    try perform { (engine, id) throws(EngineError) in try engine.setLooping(id, loops, atTime: time) }
  }

  /// The loop's end, s; the pattern's own unless another was set.
  public var loopEnd: Double { value { $0.loopEnd ?? $0.duration } ?? duration }

  /// Sets the loop's end, s; 0 means the pattern's own end. Values that are negative, infinite or NaN are ignored.
  ///
  /// - Throws: ``EngineError`` `invalidPatternPlayer`, `resourceNotAvailable`.
  public func setLoopEnd(_ end: Double) throws(EngineError) {
    try perform { (engine, id) throws(EngineError) in try engine.setLoopEnd(id, end) }
  }

  /// How fast the pattern's times pass; 1 at first. Pitch stays.
  public var rate: Double { value { $0.rate } ?? 1 }

  /// Sets how fast the pattern's times pass. Rates that are not positive are ignored.
  ///
  /// - Throws: ``EngineError`` `invalidPatternPlayer`, `resourceNotAvailable`.
  public func setRate(_ rate: Double) throws(EngineError) {
    try perform { (engine, id) throws(EngineError) in try engine.setPlaybackRate(id, rate) }
  }

  private func value<Value: Sendable>(_ get: @Sendable (PlayerRecord) -> Value) -> Value? {
    let id = id
    return engine?.withEngine { $0.players[id].map(get) } ?? nil
  }

  // MARK: Controls

  /// Sets controls of the player's events: each at `time` on the engine's clock, 0 being now, plus its own relative time.
  /// They hold until the next value of the same control, for the player's life; before a start they are kept for it.
  ///
  /// - Throws: ``EngineError`` `invalidTime`, `badParameterEntry`, `invalidPatternPlayer`, `resourceNotAvailable`.
  public func send(_ parameters: [DynamicParameter], at time: Double = 0) throws(EngineError) {
    try perform { (engine, id) throws(EngineError) in try engine.sendParameters(parameters, to: id, atTime: time) }
  }

  /// Moves a control along a curve that begins at `time` on the engine's clock, 0 being now; that replaces the curve's own
  /// relative time. A first point that comes later is reached from the value found.
  ///
  /// - Throws: ``EngineError`` `invalidTime`, `badParameterEntry`, `invalidPatternPlayer`, `resourceNotAvailable`.
  public func schedule(_ curve: ParameterCurve, at time: Double = 0) throws(EngineError) {
    try perform { (engine, id) throws(EngineError) in
      try engine.scheduleParameterCurve(curve, on: id, atTime: time)
    }
  }

  // MARK: The end

  /// Whether the player plays, is paused, or is about to play.
  public var isActive: Bool { value { $0.isActive } ?? false }

  /// Called, on the engine's handlers' queue, whenever a playback has ended, with the error when it was cut short.
  public func setCompletionHandler(_ handler: @escaping HapticEngine.CompletionHandler) {
    let id = id
    // Released outside the engine's queue.
    let before = engine?.withEngine { $0.replaceCompletionHandler(id, with: handler) }
    withExtendedLifetime(before) {}
  }

  /// Waits until the player has ended; returns why, or `nil` when it ended as it should. Returns at once for a player that
  /// does not play.
  public func untilFinished() async -> EngineError? { await engine?.untilFinished(id) }
}

extension HapticEngine {
  /// Makes a player. Works while the engine is stopped.
  ///
  /// - Throws: ``EngineError`` for a pattern that Core Haptics rejects (see `Pattern.check()`); `invalidAudioResource` for a
  ///   sound that is not registered or cannot be decoded, `fileNotFound` for one that is not there, `resourceNotAvailable`
  ///   when sounds take too much memory; `notSupported` for an advanced player of a game controller.
  public func makePlayer(_ pattern: Pattern, options: PlayerOptions = PlayerOptions()) throws(EngineError)
    -> HapticPlayer
  {
    let id = try addPlayer(pattern, options: options)
    return HapticPlayer(id, self, duration: pattern.duration)
  }

  /// Starts players together: in the same frame, whatever happens. `offset` begins inside the pattern, s.
  ///
  /// - Throws: as ``HapticPlayer/start(at:)``.
  public func start(_ players: [HapticPlayer], at time: Double = 0, offset: Double = 0) throws(EngineError) {
    try start(players.map(\.playerID), atTime: time, offset: offset)
  }
}
