import Synchronization

/// Counts the steps of a countdown during which the work was running or blocked, not waiting for a processor.
final class OwnTime: Sendable {
  private struct State {
    var seen: Double
    var unused = 0.0
  }

  private let work: FollowedWork
  private let step: Double
  private let state: Mutex<State>

  init(of work: FollowedWork, step: Double) {
    self.work = work
    self.step = step
    state = Mutex(State(seen: work.progress.seconds))
  }

  func pace() -> RealCountdown.Pace {
    let (seconds, isRunnable) = work.progress
    return state.withLock { state in
      let isAtWork = isRunnable || seconds > state.seen
      state.unused += seconds - state.seen
      state.seen = seconds
      guard isAtWork else { return .counts }
      guard state.unused >= step else { return .isHeld }
      state.unused -= step
      return .counts
    }
  }
}
