import ThrumRender

extension HapticEngine {
  /// Calls `handler` once, when no player is active any more; soon, when none is now. What it answers is done.
  /// Players that are started before that put it off; paused and looping ones count as active.
  ///
  /// - Throws: ``EngineError`` only when a fault says so.
  public func notifyWhenPlayersFinished(_ handler: @escaping FinishedHandler) throws(EngineError) {
    try call(.notifyWhenPlayersFinished) { () throws(EngineError) in
      if activeCount == 0 { deliverFinished(handler, error: nil) } else { finishedHandlers.append(handler) }
    }
  }

  private func deliverFinished(_ handler: @escaping FinishedHandler, error: EngineError?) {
    will.deliver(.finished, detail: error?.code.name ?? "") { [weak self] in
      guard handler(error) == .stopEngine else { return }
      self?.enter { $0.stopAsFinished() }
    }
  }

  private func stopAsFinished() {
    guard isRunning else { return }
    stop(Ending(reason: .notifyWhenFinished, error: nil))
  }

  /// A player is over, or was never to begin; whoever waits for it is told.
  func complete(_ id: PlayerID, error: EngineError?, frame: SampleTime? = nil) {
    guard players[id]?.isActive == true else { return }
    players[id]?.deactivate()
    activeCount -= 1
    log(
      .playerFinished(frame: frame, error: error?.code), id,
      at: frame.flatMap { frame in session?.time(ofFrame: frame) })
    if let error { finishedError = finishedError ?? error }
    for continuation in players[id]?.waiting ?? [] { continuation.resume(returning: error) }
    players[id]?.waiting = []
    if let completion = players[id]?.completion {
      will.deliver(.completion, player: id.number, detail: error?.code.name ?? "") { completion(error) }
    }
    if players[id]?.isDropped == true { forget(id) } else { didBecomeIdle(id) }
    guard activeCount == 0 else { return }
    let handlers = finishedHandlers
    let error = finishedError
    finishedHandlers = []
    finishedError = nil
    for handler in handlers { deliverFinished(handler, error: error) }
    idleSince = environment.now
    watchIdleness()
  }

  /// A player is about to play.
  func activate(_ id: PlayerID) {
    players[id]?.isPaused = false
    guard players[id]?.isActive == false else { return }
    players[id]?.isActive = true
    activeCount += 1
  }

  // MARK: Idle time

  /// Sees to it that an idle engine with auto-shutdown is looked at when its time is over.
  func watchIdleness() {
    guard isAutoShutdownEnabled, isRunning, activeCount == 0, idleTimer == nil else { return }
    let limit = environment.profile.idleSeconds
    idleTimer = environment.time.call(at: idleSince + limit, on: executor) { [weak self] in
      self?.assumeIsolated { $0.lookAtIdleness(limit) }
    }
  }

  private func lookAtIdleness(_ limit: Double) {
    idleTimer = nil
    guard isAutoShutdownEnabled, isRunning, activeCount == 0 else { return }
    if environment.now >= idleSince + limit - 1e-9 { idleTimeHasPassed() } else { watchIdleness() }
  }

  func idleTimeHasPassed() {
    guard isAutoShutdownEnabled, isRunning, activeCount == 0 else { return }
    stopFromOutside(.idleTimeout)
  }
}
