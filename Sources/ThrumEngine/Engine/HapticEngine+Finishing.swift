import ThrumDevice
import ThrumRender

extension HapticEngine {
  /// Calls `handler` once, when no player is active any more; soon, when none is now. What it answers is done.
  /// Players that are started before that put it off; paused and looping ones count as active.
  ///
  /// - Throws: ``EngineError`` only when a fault says so.
  public func notifyWhenPlayersFinished(_ handler: @escaping FinishedHandler) throws(EngineError) {
    try call(.notifyWhenPlayersFinished) { () throws(EngineError) in
      if players.activeCount == 0 { deliverFinished(handler, error: nil) } else { finish.add(handler) }
    }
  }

  private func deliverFinished(_ handler: @escaping FinishedHandler, error: EngineError?) {
    teardown.deliver(.finished, detail: error?.code.name ?? "") { [weak self] in
      guard handler(error) == .stopEngine else { return }
      self?.withEngine { $0.stopAsFinished() }
    }
  }

  private func stopAsFinished() {
    guard isRunning else { return }
    stop(Ending(reason: .notifyWhenFinished, error: nil))
  }

  /// A player is over, or was never to begin; whoever waits for it is notified.
  func complete(_ id: PlayerID, error: EngineError?, frame: SampleTime? = nil) {
    guard let end = players.end(id) else { return }
    log(
      .playerFinished(frame: frame, error: error?.code), id,
      at: frame.flatMap { frame in session?.time(ofFrame: frame) })
    finish.note(error)
    for continuation in end.waiting { continuation.resume(returning: error) }
    if let completion = end.completion {
      teardown.deliver(.completion, player: id.number, detail: error?.code.name ?? "") { completion(error) }
    }
    if end.isDropped { forget(id) } else { didBecomeIdle(id) }
    guard players.activeCount == 0 else { return }
    let finished = finish.take()
    for handler in finished.handlers { deliverFinished(handler, error: finished.error) }
    idle.since = environment.now
    watchIdleness()
  }

  // MARK: Idle time

  /// Sees to it that an idle engine with auto-shutdown is looked at when its time is over.
  func watchIdleness() {
    guard switches.isAutoShutdownEnabled, isRunning, players.activeCount == 0, idle.timer == nil else { return }
    let limit = environment.profile.idleSeconds
    idle.timer = environment.time.call(at: idle.since + limit, on: executor) { [weak self] in
      self?.assumeIsolated { $0.lookAtIdleness(limit) }
    }
  }

  private func lookAtIdleness(_ limit: Double) {
    idle.timer = nil
    guard switches.isAutoShutdownEnabled, isRunning, players.activeCount == 0 else { return }
    if environment.now >= idle.since + limit - 1e-9 { idleTimeHasPassed() } else { watchIdleness() }
  }

  func idleTimeHasPassed() {
    guard switches.isAutoShutdownEnabled, isRunning, players.activeCount == 0 else { return }
    stopFromOutside(.idleTimeout)
  }
}
