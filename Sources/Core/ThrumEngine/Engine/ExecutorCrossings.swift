import Glibc

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
