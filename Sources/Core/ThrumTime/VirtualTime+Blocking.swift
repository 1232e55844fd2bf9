import CLinux
import Dispatch
import Glibc
import Synchronization

// On a phone, an app can block until a handler is called on another queue. Here, that would block the test, which
// advances time (decision 0049).
extension VirtualTime {
  /// Real time after which due handlers are called even if nobody advances time, s.
  static let grace = 0.25
  /// Real time after which a blocked thread is reported, s.
  package static let waitLimit = 1.0
  /// Maximum virtual time that runs for a blocked thread, s.
  private static let mostWaited = 3600.0

  /// Calls due handlers even if nobody advances time: from the main thread's run loop, or after ``grace``.
  func callEvenIfBlocked() {
    if thrum_thread_number() == getpid(), withUnsafeCurrentTask(body: { $0 == nil }), !isInside {
      MainQueueVisits.shared.ask(for: self)
    }
    guard !isOver, !isGraceCounting.exchange(true, ordering: .acquiringAndReleasing) else {
      return
    }
    let pace: @Sendable () -> RealCountdown.Pace = { [weak self] in
      guard let self else { return .isOver }
      if isMoving { return .isHeld }
      return hasDueHandler || !endsCounting() ? .counts : .isOver
    }
    RealCountdown(VirtualTime.grace, pace: pace) { [weak self] in
      guard let self else { return }
      isGraceCounting.store(false, ordering: .releasing)
      runDueWork()
    }.begin()
  }

  private func endsCounting() -> Bool {
    isGraceCounting.store(false, ordering: .releasing)
    return !hasDueHandler || isGraceCounting.exchange(true, ordering: .acquiringAndReleasing)
  }

  fileprivate func runDueWork() {
    guard !isMoving, !isOver, hasDueHandler else { return }
    driver.async { _ = self.run(to: self.now, pausing: false) }
  }

  /// Calls due handlers for a thread that is about to block. After ``waitLimit``, reports what is pending and lets time
  /// run until the wait ends. Returns `nil` if time is waiting for the thread.
  package func threadBlocks(_ report: @escaping @Sendable () -> Void) -> BlockedThread? {
    guard !isInside else { return nil }
    let thread = BlockedThread()
    runDueWork()
    let pace: @Sendable () -> RealCountdown.Pace = { [weak self] in
      guard let self, thread.isBlocked, !isOver else { return .isOver }
      return isMoving || hasDueHandler ? .isHeld : .counts
    }
    RealCountdown(VirtualTime.waitLimit, pace: pace) { [weak self] in
      guard let self, thread.isBlocked, hasWork else { return }
      report()
      run(while: { thread.isBlocked }, atMost: VirtualTime.mostWaited)
    }.begin()
    return thread
  }

  /// Lets time run for somebody who does not advance it.
  package func run(while isAwaited: @escaping @Sendable () -> Bool, atMost seconds: Double) {
    driver.async {
      let end = self.now + seconds
      while isAwaited(), self.hasWork, self.now < end, !self.isOver {
        guard self.run(to: self.now + 0.01, pausing: false) != .gaveUp else { return }
      }
    }
  }
}

/// Runs due work from the main queue, with a single block that retains no environment: many programs never serve the
/// queue.
private final class MainQueueVisits: Sendable {
  static let shared = MainQueueVisits()

  private struct Visitor: Sendable { weak let time: VirtualTime? }
  private struct State: Sendable {
    var visitors: [Visitor] = []
    var isQueued = false
  }
  private let state = Mutex(State())

  func ask(for time: VirtualTime) {
    // The others are released outside the lock.
    let (others, isQueued) = state.withLock { state in
      let others = state.visitors.compactMap(\.time).filter { $0 !== time }
      state.visitors = (others + [time]).map(Visitor.init)
      defer { state.isQueued = true }
      return (others, state.isQueued)
    }
    withExtendedLifetime(others) {}
    guard !isQueued else { return }
    DispatchQueue.main.async { self.visit() }
  }

  private func visit() {
    let visitors = state.withLock { state in
      defer { state = State() }
      return state.visitors
    }
    for visitor in visitors { visitor.time?.runDueWork() }
  }
}

/// A thread that may be waiting for time to advance.
package final class BlockedThread: Sendable {
  private let hasContinued = Atomic<Bool>(false)
  var isBlocked: Bool { !hasContinued.load(ordering: .acquiring) }
  /// The store pairs with the load in ``isBlocked``.
  package func continues() { hasContinued.store(true, ordering: .releasing) }
}
