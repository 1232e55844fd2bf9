import Dispatch
import Synchronization

/// An environment's time for Swift's own ways of waiting: an app that takes `any Clock<Duration>` waits in virtual time under test.
///
///     try await Task.sleep(for: .seconds(0.2), clock: HapticEnvironment.current.clock)
///
/// In virtual time a sleep ends while time is moved; what follows it happens before time moves on, if it was moved with `await`.
public struct HapticClock: Clock {
  /// A time of the clock.
  public struct Instant: InstantProtocol {
    /// From the environment's beginning.
    public let offset: Duration

    /// That much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// From this time to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether a time is earlier.
    public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  let environment: HapticEnvironment

  /// The time of the environment.
  public var now: Instant { Instant(offset: .seconds(environment.elapsed)) }
  /// Virtual time stands still in between.
  public var minimumResolution: Duration { .zero }

  /// Returns when it is time, at once for the past.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let sleeper = Sleeper()
    let environment = environment
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        guard sleeper.begin(continuation) else { return }
        let rest = deadline.offset - now.offset
        sleeper.keep(environment.wake(after: max(0, rest / .seconds(1))) { sleeper.end(.success(())) })
      }
    } onCancel: {
      sleeper.end(.failure(CancellationError()))
    }
  }
}

extension HapticEnvironment {
  /// The environment's time as a `Clock`.
  public var clock: HapticClock { HapticClock(environment: self) }

  private static let wakeQueue = DispatchQueue(label: "thrum.clock")

  /// Calls back after N seconds, as a handler of the app's.
  fileprivate func wake(after seconds: Double, _ body: @escaping @Sendable () -> Void) -> TimerToken {
    let time = time
    return time.call(at: time.now + seconds, on: faultExecutor) { time.deliver(on: HapticEnvironment.wakeQueue, body) }
  }
}

/// A task that sleeps: it wakes once, in time or because it was cancelled.
private final class Sleeper: Sendable {
  private enum State: Sendable {
    case awake
    case asleep(CheckedContinuation<Void, any Error>, TimerToken?)
    case over(Result<Void, any Error>)
  }

  private let state = Mutex(State.awake)

  /// Falls asleep; `false` when it has been woken before.
  func begin(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
    let before = state.withLock { state -> Result<Void, any Error>? in
      if case .over(let result) = state { return result }
      state = .asleep(continuation, nil)
      return nil
    }
    guard let before else { return true }
    continuation.resume(with: before)
    return false
  }

  /// Keeps the call that will wake it, to take it back.
  func keep(_ token: TimerToken) {
    let isOver = state.withLock { state in
      guard case .asleep(let continuation, _) = state else { return true }
      state = .asleep(continuation, token)
      return false
    }
    if isOver { token.cancel() }
  }

  /// Wakes it.
  func end(_ result: Result<Void, any Error>) {
    let sleeping = state.withLock { state -> (CheckedContinuation<Void, any Error>, TimerToken?)? in
      switch state {
      case .asleep(let continuation, let token):
        state = .over(result)
        return (continuation, token)
      case .awake:
        state = .over(result)
        return nil
      case .over: return nil
      }
    }
    sleeping?.1?.cancel()
    sleeping?.0.resume(with: result)
  }
}
