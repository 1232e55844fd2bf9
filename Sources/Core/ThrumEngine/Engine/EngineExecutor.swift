import Dispatch

/// Runs the engine on a serial queue, so that synchronous callers can enter it directly and see the result at once.
///
/// - Thread: any.
final class EngineExecutor: SerialExecutor {
  /// The queue; the engine's sources and timers run on it as well.
  let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label, qos: .userInteractive)
    markQueue()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    // The executor stays alive for as long as a job of its is under way.
    queue.async { [self] in withExtendedLifetime(self) { job.runSynchronously(on: executor) } }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  func isIsolatingCurrentContext() -> Bool? { isCurrent }
  func checkIsolated() { precondition(isCurrent, "not on the engine's queue") }
}
