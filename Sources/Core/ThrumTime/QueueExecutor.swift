import Dispatch
import Glibc
import Synchronization

/// A serial queue as an executor, so that synchronous callers can enter it directly.
package final class QueueExecutor: SerialExecutor {
  package let queue: DispatchQueue

  package init(label: String) {
    queue = DispatchQueue(label: label, qos: .userInteractive)
    markQueue()
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { [self] in withExtendedLifetime(self) { job.runSynchronously(on: executor) } }
  }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  package func isIsolatingCurrentContext() -> Bool? { isCurrent }
  package func checkIsolated() { precondition(isCurrent, "not on the executor's queue") }
}

extension QueueExecutor {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()
  private static let crossings = Mutex(ExecutorCrossings())
  private static let crossingCount = Atomic<Int>(0)

  func markQueue() { queue.setSpecific(key: QueueExecutor.key, value: ObjectIdentifier(self)) }

  /// Whether the caller is on an executor's queue, where it must not wait for another executor's work.
  package static var isInsideAny: Bool { DispatchQueue.getSpecific(key: key) != nil }

  /// Whether the caller is on the queue, directly or through another executor.
  package var isCurrent: Bool {
    if DispatchQueue.getSpecific(key: QueueExecutor.key) == ObjectIdentifier(self) { return true }
    guard QueueExecutor.crossingCount.load(ordering: .relaxed) > 0 else { return false }
    return QueueExecutor.crossings.withLock { $0.isHeld(ObjectIdentifier(self), by: pthread_self()) }
  }

  /// Runs `body` on the queue and waits. Runs it directly if the caller is already on that queue, or if the queue's
  /// holder is waiting for the caller (``ExecutorCrossings``).
  package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    if isCurrent { return try body() }
    guard let from = DispatchQueue.getSpecific(key: QueueExecutor.key) else { return try queue.sync(execute: body) }
    let thread = pthread_self()
    QueueExecutor.crossingCount.add(1, ordering: .relaxed)
    defer {
      QueueExecutor.crossings.withLock { $0.end(of: thread) }
      QueueExecutor.crossingCount.subtract(1, ordering: .relaxed)
    }
    let to = ObjectIdentifier(self)
    switch QueueExecutor.crossings.withLock({ $0.begin(thread, from: from, to: to) }) {
    case .atOnce: return try body()
    case .inTurn:
      return try queue.sync {
        QueueExecutor.crossings.withLock { $0.didEnter(thread) }
        return try body()
      }
    }
  }
}

/// Detects deadlocks between threads that hold one executor and enter another (decision 0044).
///
/// - Thread: any, under a lock.
struct ExecutorCrossings {
  typealias Executor = ObjectIdentifier
  typealias Thread = pthread_t

  enum Way {
    case inTurn
    /// The executor's holder is waiting for the entering thread, directly or indirectly.
    case atOnce
  }

  private struct Crossing {
    let thread: Thread
    let from: Executor
    let to: Executor
    var isWaiting: Bool
  }

  private var crossings: [Crossing] = []

  /// If the result is `inTurn`, call ``didEnter(_:)`` on entering. Always call ``end(of:)`` after leaving.
  mutating func begin(_ thread: Thread, from: Executor, to: Executor) -> Way {
    crossings.append(Crossing(thread: thread, from: from, to: to, isWaiting: true))
    let way = waitsForever(thread, for: to) ? Way.atOnce : .inTurn
    if way == .atOnce { didEnter(thread) }
    return way
  }

  mutating func didEnter(_ thread: Thread) {
    if let last = crossings.lastIndex(where: { $0.thread == thread }) { crossings[last].isWaiting = false }
  }

  mutating func end(of thread: Thread) {
    if let last = crossings.lastIndex(where: { $0.thread == thread }) { crossings.remove(at: last) }
  }

  func isHeld(_ executor: Executor, by thread: Thread) -> Bool {
    crossings.contains { $0.thread == thread && ($0.from == executor || ($0.to == executor && !$0.isWaiting)) }
  }

  /// Whether the executor's chain of holders leads back to the thread.
  private func waitsForever(_ thread: Thread, for executor: Executor) -> Bool {
    var sought = executor
    for _ in crossings {
      let next = crossings.first { $0.isWaiting && $0.thread != thread && isHeld(sought, by: $0.thread) }
      guard let next else { return false }
      if isHeld(next.to, by: thread) { return true }
      sought = next.to
    }
    return false
  }
}
