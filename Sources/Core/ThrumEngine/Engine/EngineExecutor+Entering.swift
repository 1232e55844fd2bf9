import Dispatch
import Glibc
import Synchronization

/// Entering an executor from outside and waiting for it, also from another executor.
extension EngineExecutor {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()
  private static let crossings = Mutex(ExecutorCrossings())
  /// Crossings under way in the process: as a rule none, and then nobody takes the lock.
  private static let crossingCount = Atomic<Int>(0)

  /// Makes the queue known as this executor's.
  func markQueue() { queue.setSpecific(key: EngineExecutor.key, value: ObjectIdentifier(self)) }

  /// Whether the caller is on the queue of any executor, where it may not wait for what another one does later.
  static var isInsideAny: Bool { DispatchQueue.getSpecific(key: key) != nil }

  /// Whether the caller is on the queue, or has come from there through another executor.
  var isCurrent: Bool {
    if DispatchQueue.getSpecific(key: EngineExecutor.key) == ObjectIdentifier(self) { return true }
    guard EngineExecutor.crossingCount.load(ordering: .relaxed) > 0 else { return false }
    return EngineExecutor.crossings.withLock { $0.isHeld(ObjectIdentifier(self), by: pthread_self()) }
  }

  /// Runs `body` on the queue and waits; directly when the caller is there already, or when the queue stands still until the caller
  /// has returned (``ExecutorCrossings``).
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    if isCurrent { return try body() }
    guard let from = DispatchQueue.getSpecific(key: EngineExecutor.key) else { return try queue.sync(execute: body) }
    let thread = pthread_self()
    EngineExecutor.crossingCount.add(1, ordering: .relaxed)
    defer {
      EngineExecutor.crossings.withLock { $0.end(of: thread) }
      EngineExecutor.crossingCount.subtract(1, ordering: .relaxed)
    }
    let to = ObjectIdentifier(self)
    switch EngineExecutor.crossings.withLock({ $0.begin(thread, from: from, to: to) }) {
    case .atOnce: return try body()
    case .inTurn:
      return try queue.sync {
        EngineExecutor.crossings.withLock { $0.didEnter(thread) }
        return try body()
      }
    }
  }
}
