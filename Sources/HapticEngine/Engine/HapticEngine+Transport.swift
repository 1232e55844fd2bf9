import HapticPattern
import HapticRender

extension HapticEngine {
  /// Stops a player at an engine time; 0 or a past time means now, and is never lost, however many commands wait.
  ///
  /// - Throws: ``EngineError`` `invalidTime`, `resourceNotAvailable`.
  public func stop(_ id: PlayerID, atTime time: Double) throws(EngineError) {
    guard try isLater(time) else { return stop(id) }
    try order(.stop, id, atTime: time)
  }

  /// Forgets what a player has been told for later, and ends it within 5 ms.
  public func cancel(_ id: PlayerID) {
    guard let slot = players[id]?.slot else { return }
    session?.controls.stop(player: Int(slot), serial: nextSerial(), cancels: true)
  }

  /// Holds a player's position; silence follows in 128 frames (2.7 ms at 48 kHz).
  ///
  /// - Throws: ``EngineError`` `engineNotRunning`, `invalidTime`, `resourceNotAvailable`.
  public func pause(_ id: PlayerID, atTime time: Double = 0) throws(EngineError) {
    try requireRunning()
    try order(.pause, id, atTime: time)
  }

  /// Goes on from the held position, in the middle of an event, too.
  ///
  /// - Throws: ``EngineError`` `engineNotRunning`, `invalidTime`, `resourceNotAvailable`.
  public func resume(_ id: PlayerID, atTime time: Double = 0) throws(EngineError) {
    try requireRunning()
    try order(.resume, id, atTime: time)
  }

  /// Moves a player to a time of its pattern, s; events that would be in their middle there stay silent.
  ///
  /// - Throws: ``EngineError`` `invalidTime`, `resourceNotAvailable`.
  public func seek(_ id: PlayerID, toOffset offset: Double) throws(EngineError) {
    guard offset >= 0, offset.isFinite else { throw EngineError.invalidTime }
    try order(.seek, id, value: offset * (session?.format.sampleRate ?? 0))
  }

  /// Lets a player begin again at `end` (s, 0 means the pattern's own end), or no longer.
  ///
  /// - Throws: ``EngineError`` `invalidTime`, `resourceNotAvailable`.
  public func setLoop(_ id: PlayerID, isEnabled: Bool, end: Double = 0) throws(EngineError) {
    guard end >= 0, end.isFinite else { throw EngineError.invalidTime }
    let seconds = end > 0 ? end : duration(of: id)
    try order(.setLoop, id, value: seconds * (session?.format.sampleRate ?? 0), flag: isEnabled)
  }

  /// Plays a pattern's times faster or slower, its pitch unchanged. Rates that are not positive are ignored.
  ///
  /// - Throws: ``EngineError`` `resourceNotAvailable`.
  public func setPlaybackRate(_ id: PlayerID, _ rate: Double) throws(EngineError) {
    guard rate > 0, rate.isFinite else { return }
    try order(.setRate, id, value: rate)
  }

  /// Sets controls of a player's events, each at `time` plus its own relative time; kept for the player's next starts.
  ///
  /// - Throws: ``EngineError`` `invalidTime`, `resourceNotAvailable`.
  public func sendParameters(_ parameters: [DynamicParameter], to id: PlayerID, atTime time: Double = 0)
    throws(EngineError)
  {
    for parameter in parameters {
      guard parameter.time >= 0, parameter.time.isFinite else { throw EngineError.invalidTime }
      let at = parameter.time > 0 ? max(time, currentTime) + parameter.time : time
      try order(.setControl, id, atTime: at, lane: ControlLane(parameter.id), value: parameter.value)
    }
  }

  /// Renders quanta of a ``MemoryOutput`` and answers its samples so far, left and right in turn; what the renderer
  /// tells has been heard when the call returns. Empty with any other output.
  public func renderByHand(quanta: Int) -> [Float] {
    guard let memory = session?.memory else { return [] }
    memory.render(quanta: quanta)
    takeNotices()
    return memory.samples
  }

  private func order(
    _ kind: Command.Kind, _ id: PlayerID, atTime time: Double = 0, lane: ControlLane = .hapticIntensity,
    value: Double = 0, flag: Bool = false
  ) throws(EngineError) {
    guard players[id] != nil else {
      throw EngineError(.invalidPatternPlayer, "the player does not belong to this engine")
    }
    let isLater = try isLater(time)
    guard let session else { return }
    try install(id, session)
    guard let slot = players[id]?.slot else { return }
    let frame = isLater ? session.frame(atTime: time) : Command.immediately
    try send(
      Command(
        kind, player: Int(slot), time: frame, serial: nextSerial(), lane: lane, value: value, flag: flag))
  }

  /// Whether a time lies ahead; 0 and the past are now.
  private func isLater(_ time: Double) throws(EngineError) -> Bool {
    guard time >= 0, time.isFinite else { throw EngineError.invalidTime }
    return time > currentTime
  }

  private func requireRunning() throws(EngineError) {
    guard isRunning else {
      throw EngineError(.engineNotRunning, "the engine does not run: start it before its players")
    }
  }
}

extension EngineError {
  /// The error of a time that is negative or no number.
  static let invalidTime = EngineError(.invalidTime, "a time must be a number that is not negative")
}
