import CRealtime
import Synchronization

/// Tells a countdown whether tasks and the main queue have been served since its last step. A waiting task may contain
/// the test's next call, which real time must not overtake.
final class RoundTrip: Sendable {
  private enum Stage {
    case complete
    case tasks(since: ContinuousClock.Instant)
    case mainQueue(since: ContinuousClock.Instant)
  }

  private let stage = Mutex(Stage.complete)
  /// Longer than any test waits for a processor on a busy machine.
  private static let patience = Duration.seconds(600)

  /// Whether the last round trip is complete. Starts the next one.
  ///
  /// Does not wait for a main queue whose thread is sleeping, as in a test that calls `Thread.sleep`.
  func isComplete() -> Bool {
    stage.withLock { stage in
      switch stage {
      case .complete:
        stage = .tasks(since: .now)
        start()
        return true
      case .tasks(let begin):
        return begin.duration(to: .now) > RoundTrip.patience
      case .mainQueue(let begin):
        return thrum_thread_any_other_is_runnable() == 0 || begin.duration(to: .now) > RoundTrip.patience
      }
    }
  }

  private func start() {
    Task.detached {
      // On Linux, tasks of each priority have a queue with its own threads.
      for priority in [TaskPriority.high, .medium, .low] { await Task.detached(priority: priority) {}.value }
      if FollowUps.shared.isMainServed {
        self.stage.withLock { $0 = .mainQueue(since: .now) }
        await MainActor.run {}
      }
      self.stage.withLock { $0 = .complete }
    }
  }
}
