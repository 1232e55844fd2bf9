/// Handlers to call once all players have finished, and the first error so far.
struct FinishWatch {
  private var handlers: [HapticEngine.FinishedHandler] = []
  private var error: EngineError?

  mutating func add(_ handler: @escaping HapticEngine.FinishedHandler) { handlers.append(handler) }

  mutating func note(_ error: EngineError?) { self.error = self.error ?? error }

  mutating func take() -> (handlers: [HapticEngine.FinishedHandler], error: EngineError?) {
    defer { self = FinishWatch() }
    return (handlers, error)
  }
}

/// The countdown to auto-shutdown while no player is active.
struct IdleCountdown {
  /// Engine time at which the engine became idle, s.
  var since = 0.0
  /// Next check, while the engine is idle.
  var timer: TimerToken?

  mutating func cancel() {
    timer?.cancel()
    timer = nil
  }
}
