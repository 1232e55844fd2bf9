import Dispatch
import Synchronization
import ThrumSystem

/// Runs calls to a device one at a time, away from the engine, since any call may hang.
package protocol DeviceQueue: Sendable {
  var executor: QueueExecutor { get }

  /// Runs `call` asynchronously on ``executor``, then `done` on the engine's executor.
  func perform<Result: Sendable>(
    _ call: @escaping @Sendable () -> Result, done: @escaping @Sendable (Result) -> Void)
}

final class SystemDeviceQueue: DeviceQueue {
  let executor = QueueExecutor(label: "thrum.output")
  private let engine: QueueExecutor

  init(for engine: QueueExecutor) { self.engine = engine }

  package func perform<Result: Sendable>(
    _ call: @escaping @Sendable () -> Result, done: @escaping @Sendable (Result) -> Void
  ) {
    DispatchThreads.willBeUsed()
    let engine = engine
    executor.queue.async {
      let result = call()
      engine.queue.async { done(result) }
    }
  }
}

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

  var executor: QueueExecutor { time.executor }

  package func perform<Result: Sendable>(
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
