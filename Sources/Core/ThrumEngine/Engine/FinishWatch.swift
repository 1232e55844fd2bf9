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

struct IdleCountdown {
  /// Engine time, s.
  var since = 0.0
  var timer: TimerToken?

  mutating func cancel() {
    timer?.cancel()
    timer = nil
  }
}
