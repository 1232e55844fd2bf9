import Dispatch

/// Where the calls into one device run, one after the other: away from the engine, because each of them may hang.
///
/// - Thread: any.
protocol DeviceQueue: Sendable {
  /// What the device's owner is isolated to.
  var executor: EngineExecutor { get }

  /// Runs `call` later on ``executor``, then hands its result to `done` on the engine's executor.
  func perform<Result: Sendable>(
    _ call: @escaping @Sendable () -> Result, done: @escaping @Sendable (Result) -> Void)
}

/// A queue of its own for each device.
///
/// - Thread: any.
final class SystemDeviceQueue: DeviceQueue {
  let executor = EngineExecutor(label: "thrum.output")
  private let engine: EngineExecutor

  init(for engine: EngineExecutor) { self.engine = engine }

  func perform<Result: Sendable>(
    _ call: @escaping @Sendable () -> Result, done: @escaping @Sendable (Result) -> Void
  ) {
    let engine = engine
    executor.queue.async {
      let result = call()
      engine.queue.async { done(result) }
    }
  }
}
