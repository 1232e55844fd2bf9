import Dispatch
import Synchronization
import ThrumTime

/// An environment's time as a Swift clock, for apps that accept `any Clock<Duration>`.
///
///     try await Task.sleep(for: .seconds(0.2), clock: HapticEnvironment.current.clock)
///
/// Advance time with `await`, so that the code after the sleep runs before time advances further.
public struct HapticClock: Clock {
  /// A time on the clock.
  public struct Instant: InstantProtocol {
    /// Time since the environment was created.
    public let offset: Duration

    /// Returns the time `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// Returns the duration until `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether `a` precedes `b`.
    public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  let environment: HapticEnvironment

  /// Current time of the environment.
  public var now: Instant { Instant(offset: .seconds(environment.now)) }
  /// Zero, since virtual time can stop at any instant.
  public var minimumResolution: Duration { .zero }

  /// Waits until a time, or returns at once if it has passed.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
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
  /// Clock of the environment.
  public var clock: HapticClock { HapticClock(environment: self) }

  private static let wakeQueue = DispatchQueue(label: "thrum.clock")

  fileprivate func wake(after seconds: Double, _ body: @escaping @Sendable () -> Void) -> TimerToken {
    let time = time
    return time.call(at: time.now + seconds, on: faultExecutor) { time.deliver(on: HapticEnvironment.wakeQueue, body) }
  }
}

extension HapticEnvironment {
  /// After a delay, calls `start` to enqueue an app's work. Falls back to real time if nothing advances virtual time.
  package func delay(by seconds: Double, _ start: @escaping @Sendable () -> Void) {
    let (work, time) = (Once(), time)
    let token = time.call(at: time.now + seconds, on: faultExecutor) {
      time.deliver(on: HapticEnvironment.delayQueue) { if work.take() { start() } }
    }
    guard isVirtual else { return }
    delays.add(1, ordering: .relaxed)
    let end = DelayEnd { [weak self] in self?.delays.subtract(1, ordering: .relaxed) }
    let roundTrip = ThreadVisit()
    let pace: @Sendable () -> RealCountdown.Pace = { [weak self] in
      if work.isTaken {
        end.reach()
        return .isOver
      }
      return self?.virtualTime?.isMoving ?? false || !roundTrip.isComplete() ? .isHeld : .counts
    }
    RealCountdown(seconds, pace: pace) { [weak self] in
      end.reach()
      guard work.take() else { return }
      token.cancel()
      self?.log(
        .note("a delay of \(TimelineText.seconds(seconds)) s ended in real time: nothing advanced virtual time"),
        engine: 0)
      start()
    }.begin()
  }

  package func note(_ text: String) { log(.note(text), engine: 0) }

  private static let delayQueue = DispatchQueue(label: "thrum.delays")
}

/// Calls a closure once.
private final class DelayEnd: Sendable {
  private let once = Once()
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func reach() { if once.take() { body() } }
}

private final class Sleeper: Sendable {
  private enum State: Sendable {
    case awake
    case asleep(CheckedContinuation<Void, any Error>, TimerToken?)
    case over(Result<Void, any Error>)
  }

  private let state = Mutex(State.awake)

  /// Returns `false` if the sleeper has already been woken.
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

  func keep(_ token: TimerToken) {
    let isOver = state.withLock { state in
      guard case .asleep(let continuation, _) = state else { return true }
      state = .asleep(continuation, token)
      return false
    }
    if isOver { token.cancel() }
  }

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

/// The system's clocks that an app has read in a test, which do not follow virtual time.
///
/// An app that compares two readings, for example for a cooldown, works by the machine's speed.
final class RealClocks: Sendable {
  private struct Readings: Sendable {
    var first: [RealClock: Double] = [:]
    var told: Set<RealClock> = []
  }

  private let readings = Mutex(Readings())

  /// Returns the time of the first reading if this is the first one at another time.
  func read(_ clock: RealClock, at time: Double) -> Double? {
    readings.withLock { readings in
      guard let first = readings.first[clock] else {
        readings.first[clock] = time
        return nil
      }
      return first != time && readings.told.insert(clock).inserted ? first : nil
    }
  }

  func forget() { readings.withLock { $0 = Readings() } }
}

package enum RealClock: String, Sendable {
  case date = "Date()"
  case uptime = "systemUptime"
  case continuous = "ContinuousClock.now"
  case suspending = "SuspendingClock.now"
}

extension HapticEnvironment {
  /// Notes once that an app has read a clock between two virtual moments.
  package func noteReal(_ clock: RealClock) {
    guard isVirtual else { return }
    let time = now
    guard let first = realClocks.read(clock, at: time) else { return }
    note(
      "\(clock.rawValue) was read at \(TimelineText.seconds(first)) s and at \(TimelineText.seconds(time)) s, but it follows "
        + "the machine's clock: pass a clock to the app, such as HapticEnvironment.current.clock, or use "
        + "CACurrentMediaTime() or CFAbsoluteTimeGetCurrent()")
  }
}
