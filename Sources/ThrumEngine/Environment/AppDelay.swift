import Dispatch
import Synchronization

/// Delays of the app's own, such as `DispatchQueue.asyncAfter` and `Task.sleep`, in virtual time.
extension HapticEnvironment {
  /// Lets work of the app's wait in virtual time. It begins when time gets there; while nobody moves time, after as long in
  /// real time, as when a test itself waits.
  ///
  /// - Parameters:
  ///   - seconds: how long.
  ///   - isFollowed: whether ``settle()`` waits for the end of the work; what runs on the main queue it waits for anyway.
  ///   - begin: puts the work on its queue; calls what it is given when that is done.
  package func delay(
    by seconds: Double, isFollowed: Bool, _ begin: @escaping @Sendable (_ done: @escaping @Sendable () -> Void) -> Void
  ) {
    let work = OnceOnly()
    let (time, followed) = (time, appDelays)
    @Sendable func start() {
      guard work.take() else { return }
      if isFollowed { followed.begin() }
      begin { if isFollowed { followed.end() } }
    }
    let token = time.call(at: time.now + seconds, on: faultExecutor) {
      time.deliver(on: HapticEnvironment.delayQueue, start)
    }
    RealCountdown(seconds, isHeld: { [weak self] in self?.virtualTime?.isMoving ?? false }) { [weak self] in
      guard !work.isTaken else { return }
      token.cancel()
      self?.log(.note("a delay of \(TimelineText.seconds(seconds)) s ended in real time, as nobody moved time"), engine: 0)
      start()
    }.begin()
  }

  private static let delayQueue = DispatchQueue(label: "thrum.delays")
}

/// Work that was delayed and is under way on the app's queues.
///
/// - Thread: any.
final class AppDelays: Sendable {
  private struct State {
    var running = 0
    var waiting: [OnceOnly: CheckedContinuation<Bool, Never>] = [:]
  }

  private let state = Mutex(State())

  /// Some has begun.
  func begin() { state.withLock { $0.running += 1 } }

  /// Some has ended.
  func end() {
    let waiting = state.withLock { state in
      state.running -= 1
      guard state.running == 0 else { return [OnceOnly: CheckedContinuation<Bool, Never>]() }
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume(returning: true) }
  }

  /// Waits until none is under way, not forever: returns whether that is so.
  func finish() async -> Bool {
    let key = OnceOnly()
    return await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.running > 0 { state.waiting[key] = continuation }
        return state.running == 0
      }
      if isIdle { return continuation.resume(returning: true) }
      RealCountdown(VirtualTime.patience, isHeld: { false }) { [weak self] in
        self?.state.withLock { $0.waiting.removeValue(forKey: key) }?.resume(returning: false)
      }.begin()
    }
  }
}

/// Something that one of several takes.
///
/// - Thread: any.
final class OnceOnly: Sendable, Hashable {
  private let taken = Atomic<Bool>(false)
  /// Whether the caller is the one.
  func take() -> Bool { !taken.exchange(true, ordering: .relaxed) }
  /// Whether somebody was.
  var isTaken: Bool { taken.load(ordering: .relaxed) }

  static func == (a: OnceOnly, b: OnceOnly) -> Bool { a === b }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
