import CRealtime
import Synchronization

/// Tells a countdown whether tasks and the main queue have been served since its last step. While they wait for a
/// processor, the test's next call may be among them, and real time must not overtake it.
final class RoundTrip: Sendable {
  private let begin = Mutex<ContinuousClock.Instant?>(nil)
  /// Longer than tests wait for a processor. A test that computes on the main queue until its delay ends waits so long.
  private static let patience = Duration.seconds(60)

  /// Whether the last round trip is complete, or waits for threads that all sleep. Starts the next one.
  func isComplete() -> Bool {
    let isUnderWay = begin.withLock { begin in
      if let begin { return begin.duration(to: .now) < RoundTrip.patience }
      begin = .now
      start()
      return false
    }
    return !isUnderWay || thrum_thread_any_other_is_runnable() == 0
  }

  private func start() {
    Task.detached {
      // On Linux, tasks of each priority have a queue with its own threads.
      for priority in [TaskPriority.high, .medium, .low] { await Task.detached(priority: priority) {}.value }
      if FollowUps.shared.isMainServed { await MainActor.run {} }
      self.begin.withLock { $0 = nil }
    }
  }
}
