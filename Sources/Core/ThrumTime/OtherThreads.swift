import CLinux
import Dispatch
import Glibc
import Synchronization

/// Gives work on other threads a chance to run: visits each queue and executor once.
package final class OtherThreads: Sendable {
  static let shared = OtherThreads()
  private enum Main: Int, AtomicRepresentable {
    case unknown, served, blocked
  }
  private let main = Atomic<Main>(.unknown)

  var isMainServed: Bool { main.load(ordering: .relaxed) == .served }

  func letRun() async {
    await Task.yield()
    await visit(DispatchQueue.global())
    switch main.load(ordering: .relaxed) {
    case .unknown: await probeMain()
    case .served: await visit(DispatchQueue.main)
    case .blocked: break
    }
    await Task.yield()
  }

  private func visit(_ queue: DispatchQueue) async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }

  /// Checks whether the main queue, and thus the main actor, is served. Checks a blocked main thread only once.
  private func probeMain() async {
    let answer = Once()
    let isServed = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      DispatchQueue.main.async { if answer.take() { continuation.resume(returning: true) } }
      RealCountdown(VirtualTime.patience) {
        if answer.take() { continuation.resume(returning: false) }
      }.begin()
    }
    main.store(isServed ? .served : .blocked, ordering: .relaxed)
  }
}

/// Tells a countdown whether tasks and the main queue have been served since its last step. A waiting task may contain
/// the test's next call, which real time must not overtake.
package final class ThreadVisit: Sendable {
  private enum Stage {
    case complete
    case tasks(since: ContinuousClock.Instant)
    case mainQueue(since: ContinuousClock.Instant)
  }

  private let stage = Mutex(Stage.complete)
  /// Longer than any test waits for a processor on a busy machine.
  private static let patience = Duration.seconds(600)

  package init() {}

  /// Whether the last round trip is complete. Starts the next one.
  ///
  /// Does not wait for a main queue whose thread is sleeping, as in a test that calls `Thread.sleep`.
  package func isComplete() -> Bool {
    stage.withLock { stage in
      switch stage {
      case .complete:
        stage = .tasks(since: .now)
        start()
        return true
      case .tasks(let begin):
        return begin.duration(to: .now) > ThreadVisit.patience
      case .mainQueue(let begin):
        return thrum_thread_any_other_is_runnable() == 0 || begin.duration(to: .now) > ThreadVisit.patience
      }
    }
  }

  private func start() {
    Task.detached {
      // On Linux, tasks of each priority have a queue with its own threads.
      for priority in [TaskPriority.high, .medium, .low] { await Task.detached(priority: priority) {}.value }
      if OtherThreads.shared.isMainServed {
        self.stage.withLock { $0 = .mainQueue(since: .now) }
        await MainActor.run {}
      }
      self.stage.withLock { $0 = .complete }
    }
  }
}
