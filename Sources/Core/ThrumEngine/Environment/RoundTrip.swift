import CRealtime
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Tells a countdown whether tasks and the main queue have been served since its last step. While they wait for a
/// processor, the test's next call may be among them, and real time must not overtake it.
final class RoundTrip: Sendable {
  private struct State {
    var begin: ContinuousClock.Instant?
    var mainServer: Int32 = 0
  }
  private let state = Mutex(State())

  /// Whether the last round trip is complete; starts the next one. Gives up on a thread that sleeps.
  func isComplete() -> Bool {
    let isUnderWay = state.withLock { state in
      if let begin = state.begin {
        // Only the main thread is known to serve the main queue again; other servers change.
        let isMainAsleep = state.mainServer == getpid() && thrum_thread_is_runnable(getpid()) == 0
        return !isMainAsleep && begin.duration(to: .now) < .seconds(VirtualTime.patience)
      }
      state.begin = .now
      begin()
      return false
    }
    return !isUnderWay
  }

  private func begin() {
    Task.detached {
      // On Linux, tasks of each priority have a queue with its own threads.
      for priority in [TaskPriority.high, .medium, .low] { await Task.detached(priority: priority) {}.value }
      var server: Int32 = 0
      if FollowUps.shared.isMainServed { server = await MainActor.run { thrum_thread_number() } }
      self.state.withLock { $0 = State(begin: nil, mainServer: server) }
    }
  }
}
