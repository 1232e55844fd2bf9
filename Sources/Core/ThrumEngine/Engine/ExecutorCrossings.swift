import Glibc

/// Threads that hold one executor and have entered another one, or wait for it, and whether waiting could end.
///
/// A thread that enters B while it holds A keeps A. If the thread that holds B entered A meanwhile, the two would wait for each other
/// for ever. The second of them finds that out: A stands still until it has left B, so it may run in A at once.
///
/// - Thread: any; a value under a lock.
struct ExecutorCrossings {
  /// An executor.
  typealias Executor = ObjectIdentifier
  typealias Thread = pthread_t

  /// How a thread gets into the executor that it enters.
  enum Way {
    /// When the executor is free.
    case inTurn
    /// At once: whoever holds the executor is waiting, directly or through others, for the thread that enters.
    case atOnce
  }

  private struct Crossing {
    let thread: Thread
    let from: Executor
    let to: Executor
    var isWaiting: Bool
  }

  private var crossings: [Crossing] = []

  /// A thread that holds `from` enters `to`. Followed by ``end(of:)``, and in turn by ``didEnter(_:)`` before that.
  mutating func begin(_ thread: Thread, from: Executor, to: Executor) -> Way {
    crossings.append(Crossing(thread: thread, from: from, to: to, isWaiting: true))
    let way = waitsForever(thread, for: to) ? Way.atOnce : .inTurn
    if way == .atOnce { didEnter(thread) }
    return way
  }

  /// The thread has had its turn.
  mutating func didEnter(_ thread: Thread) {
    if let last = crossings.lastIndex(where: { $0.thread == thread }) { crossings[last].isWaiting = false }
  }

  /// The thread has left the executor that it entered last.
  mutating func end(of thread: Thread) {
    if let last = crossings.lastIndex(where: { $0.thread == thread }) { crossings.remove(at: last) }
  }

  /// Whether a thread that has crossed holds an executor.
  func isHeld(_ executor: Executor, by thread: Thread) -> Bool {
    crossings.contains { $0.thread == thread && ($0.from == executor || ($0.to == executor && !$0.isWaiting)) }
  }

  /// Whether the holder of an executor waits for another, whose holder waits for another, and so on until the thread itself.
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
