import Dispatch
import Glibc
import Synchronization

extension EngineExecutor {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()
  private static let crossings = Mutex(ExecutorCrossings())
  private static let crossingCount = Atomic<Int>(0)

  func markQueue() { queue.setSpecific(key: EngineExecutor.key, value: ObjectIdentifier(self)) }

  /// Whether the caller is on an executor's queue, where it must not wait for another executor's work.
  static var isInsideAny: Bool { DispatchQueue.getSpecific(key: key) != nil }

  /// Whether the caller is on the queue, directly or through another executor.
  var isCurrent: Bool {
    if DispatchQueue.getSpecific(key: EngineExecutor.key) == ObjectIdentifier(self) { return true }
    guard EngineExecutor.crossingCount.load(ordering: .relaxed) > 0 else { return false }
    return EngineExecutor.crossings.withLock { $0.isHeld(ObjectIdentifier(self), by: pthread_self()) }
  }

  /// Runs `body` on the queue and waits. Runs it directly if the caller is already on that queue, or if the queue's
  /// holder is waiting for the caller (``ExecutorCrossings``).
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
