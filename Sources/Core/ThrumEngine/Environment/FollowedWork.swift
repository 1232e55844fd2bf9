import Synchronization

/// Work that handlers or tasks put on queues, directly or indirectly. `settle` waits for all of it.
package final class FollowedWork: Sendable {
  private struct State {
    var onMain = 0
    var elsewhere = 0
    var processor = ProcessorTime()
    var waiting: [Waiter] = []
  }

  private struct Waiter {
    let once: OnceOnly
    let includesMain: Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  package final class Owner: Sendable {}

  private let state = Mutex(State())
  private let owner: Owner

  init(of owner: Owner) { self.owner = owner }

  func belongs(to owner: Owner) -> Bool { self.owner === owner }

  package func wasPut(isForMain: Bool) {
    state.withLock { state in
      if isForMain { state.onMain += 1 } else { state.elsewhere += 1 }
    }
  }

  package func begins() { state.withLock { $0.processor.beginStep() } }

  package func ended(isForMain: Bool) {
    let done = state.withLock { state -> [Waiter] in
      state.processor.endStep()
      if isForMain { state.onMain -= 1 } else { state.elsewhere -= 1 }
      let isDone = { (waiter: Waiter) in state.elsewhere == 0 && (state.onMain == 0 || !waiter.includesMain) }
      let done = state.waiting.filter(isDone)
      if !done.isEmpty { state.waiting.removeAll(where: isDone) }
      return done
    }
    for waiter in done where waiter.once.take() { waiter.continuation.resume(returning: true) }
  }

  /// Waits until all work has run, and returns whether it has. `seconds` limits the time that the work spends running
  /// or blocked, not the time that it waits for a processor.
  func finish(includesMain: Bool, within seconds: Double) async -> Bool {
    await withCheckedContinuation { continuation in
      let waiter = Waiter(once: OnceOnly(), includesMain: includesMain, continuation: continuation)
      let isDone = state.withLock { state in
        let isDone = state.elsewhere == 0 && (state.onMain == 0 || !includesMain)
        if !isDone { state.waiting.append(waiter) }
        return isDone
      }
      if isDone { return continuation.resume(returning: true) }
      let ownTime = OwnTime(of: self, step: RealCountdown.step(of: seconds))
      RealCountdown(seconds, pace: { waiter.once.isTaken ? .isOver : ownTime.pace() }) { [weak self] in
        guard waiter.once.take() else { return }
        self?.state.withLock { state in state.waiting.removeAll { $0.once === waiter.once } }
        continuation.resume(returning: false)
      }.begin()
    }
  }

  var progress: (seconds: Double, isRunnable: Bool) {
    state.withLock { ($0.processor.seconds, $0.processor.isRunnable) }
  }
}

extension HapticEnvironment {
  /// Runs a closure and reports all work it causes.
  package typealias WorkFollower = @Sendable (FollowedWork, () -> Void) -> Void

  /// A struct, since generic code that stores a closure wraps it again on each access.
  private struct Follower {
    let follow: WorkFollower
  }

  private static let follower = Mutex<Follower?>(nil)

  package static func followWork(_ follow: @escaping WorkFollower) {
    follower.withLockReleasing { follower in
      defer { follower = Follower(follow: follow) }
      return follower
    }
  }

  /// Returns the current task's tracker: `step` if it belongs to the task's environment, otherwise that environment's.
  package static func workOfTask(within step: FollowedWork?) -> FollowedWork? {
    guard let time = scoped?.virtualTime else { return step }
    return step.flatMap { time.owns($0) ? $0 : nil } ?? time.startedWork
  }

  static func run(_ work: FollowedWork, _ handler: () -> Void) {
    if let follower = follower.withLock({ $0 }) { follower.follow(work, handler) } else { handler() }
  }
}
