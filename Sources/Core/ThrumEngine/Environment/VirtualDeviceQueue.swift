import Synchronization

/// Makes device calls in virtual time. Each takes the time passed to ``VirtualTime/spend(_:)``.
final class VirtualDeviceQueue: DeviceQueue {
  private struct State {
    /// Closures that make a call and return the code to run afterwards.
    var calls: [@Sendable () -> @Sendable () -> Void] = []
    var isBusy = false
  }

  private let time: VirtualTime
  private let state = Mutex(State())

  init(_ time: VirtualTime) { self.time = time }

  var executor: EngineExecutor { time.executor }

  func perform<Result: Sendable>(
    _ call: @escaping @Sendable () -> Result, done: @escaping @Sendable (Result) -> Void
  ) {
    state.withLock { state in
      state.calls.append {
        let result = call()
        return { done(result) }
      }
    }
    next()
  }

  private func next() {
    let isFree = state.withLock { state in
      guard !state.isBusy, !state.calls.isEmpty else { return false }
      state.isBusy = true
      return true
    }
    guard isFree else { return }
    _ = time.call(at: time.now, on: executor) { [self] in
      let call = state.withLock { $0.calls.removeFirst() }
      _ = time.takeSpent()
      let done = call()
      _ = time.call(at: time.now + time.takeSpent(), on: executor) { [self] in
        state.withLock { $0.isBusy = false }
        done()
        next()
      }
    }
  }
}
