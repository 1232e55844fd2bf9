import CLinux
import Synchronization
import ThrumSystem

/// Work that handlers or tasks put on queues, directly or indirectly. `settle` waits for all of it.
package final class FollowedWork: Sendable {
  private struct State {
    var onMain = 0
    var elsewhere = 0
    var processor = ProcessorTime()
    var waiting: [Waiter] = []
  }

  private struct Waiter {
    let once: Once
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
      let waiter = Waiter(once: Once(), includesMain: includesMain, continuation: continuation)
      let isDone = state.withLock { state in
        let isDone = state.elsewhere == 0 && (state.onMain == 0 || !includesMain)
        if !isDone { state.waiting.append(waiter) }
        return isDone
      }
      if isDone { return continuation.resume(returning: true) }
      let ownTime = WorkPace(of: self, step: RealCountdown.step(of: seconds))
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

extension FollowedWork {
  /// Runs a closure and reports all work it causes.
  package typealias Following = @Sendable (FollowedWork, () -> Void) -> Void

  /// A struct, since generic code that stores a closure wraps it again on each access.
  private struct Follower {
    let follow: Following
  }

  private static let follower = Mutex<Follower?>(nil)

  package static func follow(_ follow: @escaping Following) {
    follower.withLockReleasing { follower in
      defer { follower = Follower(follow: follow) }
      return follower
    }
  }

  static func run(_ work: FollowedWork, _ handler: () -> Void) {
    if let follower = follower.withLock({ $0 }) { follower.follow(work, handler) } else { handler() }
  }
}

/// Processor time that steps on several threads have used.
struct ProcessorTime {
  private struct Step {
    let thread: Int32
    let begin: Double
  }

  private var running: [Step] = []
  private var spent = 0.0

  mutating func beginStep() {
    let thread = thrum_thread_number()
    running.append(Step(thread: thread, begin: thrum_thread_seconds(thread)))
  }

  mutating func endStep() {
    let thread = thrum_thread_number()
    guard let last = running.lastIndex(where: { $0.thread == thread }) else { return }
    spent += thrum_thread_seconds(thread) - running[last].begin
    running.remove(at: last)
  }

  /// Processor time used, in seconds, including steps in progress.
  var seconds: Double { running.reduce(spent) { $0 + thrum_thread_seconds($1.thread) - $1.begin } }

  /// Whether a step in progress is using or awaiting a processor.
  var isRunnable: Bool { running.contains { thrum_thread_is_runnable($0.thread) != 0 } }
}

/// Counts the steps of a countdown during which the work was running or blocked, not waiting for a processor.
private final class WorkPace: Sendable {
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
