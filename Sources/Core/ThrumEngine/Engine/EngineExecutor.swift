import Dispatch

/// A serial queue as an executor, so that synchronous callers can enter it directly.
final class EngineExecutor: SerialExecutor {
  let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label, qos: .userInteractive)
    markQueue()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { [self] in withExtendedLifetime(self) { job.runSynchronously(on: executor) } }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  func isIsolatingCurrentContext() -> Bool? { isCurrent }
  func checkIsolated() { precondition(isCurrent, "not on the engine's queue") }
}
