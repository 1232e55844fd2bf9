import Glibc

/// Threads that hold one executor and enter another, tracked to detect deadlocks.
///
/// A thread that enters B from A keeps A. If B's holder then entered A, the two would wait for each other. The second
/// thread detects this and runs in A at once, since A stays blocked until that thread leaves B.
///
/// - Thread: any, under a lock.
struct ExecutorCrossings {
  typealias Executor = ObjectIdentifier
  typealias Thread = pthread_t

  enum Way {
    /// When the executor is free.
    case inTurn
    /// At once, because the executor's holder waits, directly or indirectly, for the entering thread.
    case atOnce
  }

  private struct Crossing {
    let thread: Thread
    let from: Executor
    let to: Executor
    var isWaiting: Bool
  }

  private var crossings: [Crossing] = []

  /// Records that a thread holding `from` enters `to`. Then call ``didEnter(_:)`` if in turn, and always ``end(of:)``.
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

  /// Whether the chain of holders leads from an executor back to the thread itself.
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
