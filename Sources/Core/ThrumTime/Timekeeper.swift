import CLinux
import Dispatch
import Synchronization
import ThrumSystem

package protocol Timekeeper: Sendable {
  /// Current time in seconds: positive and monotonic.
  var now: Double { get }

  func makeExecutor() -> QueueExecutor

  func makeDeviceQueue(for executor: QueueExecutor) -> any DeviceQueue

  func makeHandlerQueue() -> DispatchQueue

  /// Calls `body` at `time` on an executor's queue, but always after this call has returned.
  func call(at time: Double, on executor: QueueExecutor, _ body: @escaping @Sendable () -> Void) -> TimerToken

  /// Calls handlers in order, after the caller has returned.
  func deliver(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void)

  /// Drives a renderer as time advances, where no device does.
  func add(_ pump: VirtualTime.Pump)

  func removePump(of engine: Int)
}

package final class TimerToken: Sendable {
  private let isTaken = Atomic<Bool>(false)
  private let call: PendingCall?
  private let timer: Mutex<(any DispatchSourceTimer)?>

  package init() {
    call = nil
    timer = Mutex(nil)
  }

  init(_ call: PendingCall, _ timer: sending any DispatchSourceTimer) {
    self.call = call
    self.timer = Mutex(timer)
  }

  /// Cancels the call, after which the timer retains no queue.
  package func cancel() {
    isTaken.store(true, ordering: .releasing)
    call?.forget()
    timer.withLock { $0.take() }?.cancel()
  }

  var isCancelled: Bool { isTaken.load(ordering: .acquiring) }
}

/// A call that is made at most once and released then. Keeps its timer, if any, alive until the call is made or
/// cancelled.
final class PendingCall: Sendable {
  private struct State: Sendable {
    var body: (@Sendable () -> Void)?
    var token: TimerToken?
  }
  private let state: Mutex<State>

  init(_ body: @escaping @Sendable () -> Void) { state = Mutex(State(body: body)) }

  func keep(_ token: TimerToken) {
    state.withLock { if $0.body != nil { $0.token = token } }
  }

  func fire() { take().body?() }

  func forget() { _ = take() }

  /// Returns the contents, to be released outside the lock.
  private func take() -> State {
    state.withLock { state in
      defer { state = State() }
      return state
    }
  }
}

/// The system's clock (CLOCK_MONOTONIC) with Dispatch timers.
package struct SystemTime: Timekeeper {
  package init() {}

  /// Seconds since boot plus one: always positive.
  package var now: Double { 1 + Double(thrum_monotonic_nanoseconds()) * 1e-9 }

  package func makeExecutor() -> QueueExecutor { QueueExecutor(label: "thrum.engine") }

  package func makeDeviceQueue(for executor: QueueExecutor) -> any DeviceQueue { SystemDeviceQueue(for: executor) }

  package func makeHandlerQueue() -> DispatchQueue { DispatchQueue(label: "thrum.handlers") }

  package func call(at time: Double, on executor: QueueExecutor, _ body: @escaping @Sendable () -> Void) -> TimerToken {
    DispatchThreads.willBeUsed()
    let call = PendingCall(body)
    let timer = DispatchSource.makeTimerSource(queue: executor.queue)
    timer.setEventHandler { call.fire() }
    timer.schedule(deadline: .now() + max(0, time - now))
    timer.activate()
    let token = TimerToken(call, timer)
    call.keep(token)
    return token
  }

  package func deliver(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    DispatchThreads.willBeUsed()
    queue.async(execute: body)
  }

  /// Devices drive the renderers.
  package func add(_ pump: VirtualTime.Pump) {}

  package func removePump(of engine: Int) {}
}

/// Counts down real time in steps. A process that was stopped loses only one step (decision 0037).
package final class RealCountdown: Sendable {
  private static let queue = DispatchQueue(label: "thrum.countdown")
  private let step: Double
  private let pace: @Sendable () -> Pace
  private let body: @Sendable () -> Void
  private let left: Atomic<Int>

  package enum Pace {
    case counts, isHeld
    case isOver
  }

  package init(
    _ seconds: Double, pace: @escaping @Sendable () -> Pace = { .counts }, _ body: @escaping @Sendable () -> Void
  ) {
    step = RealCountdown.step(of: seconds)
    left = Atomic(RealCountdown.steps(of: seconds))
    self.pace = pace
    self.body = body
  }

  private static func steps(of seconds: Double) -> Int { Int(max(8, min(10_000, (seconds / 0.02).rounded(.up)))) }

  static func step(of seconds: Double) -> Double { max(seconds, 0.001) / Double(steps(of: seconds)) }

  package static func pass(_ seconds: Double) async {
    await withCheckedContinuation { continuation in RealCountdown(seconds) { continuation.resume() }.begin() }
  }

  package func begin() {
    DispatchThreads.willBeUsed()
    let timer = DispatchSource.makeTimerSource(queue: RealCountdown.queue)
    timer.setEventHandler {
      timer.cancel()
      switch self.pace() {
      case .isOver: return
      case .isHeld: self.begin()
      case .counts:
        if self.left.subtract(1, ordering: .relaxed).newValue > 0 { self.begin() } else { self.body() }
      }
    }
    timer.schedule(deadline: .now() + step)
    timer.activate()
  }
}

/// Lets one of several callers through.
package final class Once: Sendable {
  private let isUsed = Atomic<Bool>(false)

  package init() {}

  /// Whether the caller is the first.
  package func take() -> Bool { !isUsed.exchange(true, ordering: .relaxed) }

  package var isTaken: Bool { isUsed.load(ordering: .relaxed) }
}
