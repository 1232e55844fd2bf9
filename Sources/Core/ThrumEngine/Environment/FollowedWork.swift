import Synchronization

/// What handlers, or tasks of an environment, have put on queues, what that has put there, and so on: `settle` waits until all of it
/// has run.
///
/// Who follows the work is not known here: ``HapticEnvironment/followWork(_:)``.
///
/// - Thread: any.
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

  /// An environment, for as long as work of it is under way.
  package final class Owner: Sendable {}

  private let state = Mutex(State())
  private let owner: Owner

  init(of owner: Owner) { self.owner = owner }

  /// Whether this is what an environment waits for, now or earlier.
  func belongs(to owner: Owner) -> Bool { self.owner === owner }

  /// Work was put on a queue.
  package func wasPut(isForMain: Bool) {
    state.withLock { state in
      if isForMain { state.onMain += 1 } else { state.elsewhere += 1 }
    }
  }

  /// Work that was put on a queue runs on the calling thread from now on.
  package func begins() { state.withLock { $0.processor.beginStep() } }

  /// The work that runs on the calling thread, if it has begun, is over.
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

  /// Waits until all has run; returns whether it has. A main queue that nobody serves is not waited for.
  ///
  /// - Parameter seconds: how much of its own time the work has at most: that which it computes, or stands still. While it waits
  ///   for a processor nothing counts, so that as much is waited for on a busy machine as on an idle one.
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

  /// Processor seconds so far, and whether a thread would go on if it had a processor.
  var progress: (seconds: Double, isRunnable: Bool) {
    state.withLock { ($0.processor.seconds, $0.processor.isRunnable) }
  }
}

extension HapticEnvironment {
  /// Runs what it is given so that all work that comes of it is reported to ``FollowedWork``.
  package typealias WorkFollower = @Sendable (FollowedWork, () -> Void) -> Void

  /// A closure inside a value: generic code that held the closure itself would wrap it in one more at every reading.
  private struct Follower {
    let follow: WorkFollower
  }

  private static let follower = Mutex<Follower?>(nil)

  /// Has the work of handlers followed from now on.
  package static func followWork(_ follow: @escaping WorkFollower) {
    follower.withLockReleasing { follower in
      defer { follower = Follower(follow: follow) }
      return follower
    }
  }

  /// What counts the work that the current task hands over: what counts the task's own step on this thread, if that is of the task's
  /// environment. A task of one environment may have been resumed by work of another.
  package static func workOfTask(within step: FollowedWork?) -> FollowedWork? {
    guard let time = scoped?.virtualTime else { return step }
    return step.flatMap { time.owns($0) ? $0 : nil } ?? time.startedWork
  }

  /// Runs a handler, followed if somebody does that.
  static func run(_ work: FollowedWork, _ handler: () -> Void) {
    if let follower = follower.withLock({ $0 }) { follower.follow(work, handler) } else { handler() }
  }
}
