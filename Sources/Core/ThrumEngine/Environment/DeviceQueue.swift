import Dispatch
import ThrumSystem

/// Runs calls to a device one at a time, away from the engine, since any call may hang.
protocol DeviceQueue: Sendable {
  var executor: EngineExecutor { get }

  /// Runs `call` asynchronously on ``executor``, then `done` on the engine's executor.
  func perform<Result: Sendable>(
    _ call: @escaping @Sendable () -> Result, done: @escaping @Sendable (Result) -> Void)
}

final class SystemDeviceQueue: DeviceQueue {
  let executor = EngineExecutor(label: "thrum.output")
  private let engine: EngineExecutor

  init(for engine: EngineExecutor) { self.engine = engine }

  func perform<Result: Sendable>(
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
