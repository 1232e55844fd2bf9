/// Who waits for the end of all players, and what went wrong until then.
///
/// - Thread: the engine's executor.
struct FinishWatch {
  private var handlers: [HapticEngine.FinishedHandler] = []
  private var error: EngineError?

  /// Adds a handler for the next time that no player is active.
  mutating func add(_ handler: @escaping HapticEngine.FinishedHandler) { handlers.append(handler) }

  /// A player has ended; the first error of several counts.
  mutating func note(_ error: EngineError?) { self.error = self.error ?? error }

  /// No player is active any more. Returns who is to be notified.
  mutating func take() -> (handlers: [HapticEngine.FinishedHandler], error: EngineError?) {
    defer { self = FinishWatch() }
    return (handlers, error)
  }
}

/// Since when no player has been active, for the engine's auto-shutdown.
///
/// - Thread: the engine's executor.
struct IdleCountdown {
  /// Engine time.
  var since = 0.0
  /// The next look at it, while the engine is idle.
  var timer: TimerToken?

  /// Ends the countdown.
  mutating func cancel() {
    timer?.cancel()
    timer = nil
  }
}
