import CRealtime
import Dispatch
import Synchronization

/// Provides time, timers and asynchronous delivery: the system's clock, or a virtual one driven by tests.
protocol Timekeeper: Sendable {
  /// Seconds since an arbitrary origin; positive and monotonic.
  var now: Double { get }

  /// Creates an engine's executor, or returns the shared one.
  func makeExecutor() -> EngineExecutor

  func makeDeviceQueue(for executor: EngineExecutor) -> any DeviceQueue

  /// Creates the serial queue for an engine's handlers; never the main queue or the engine's own.
  func makeHandlerQueue() -> DispatchQueue

  /// Calls `body` on an executor's queue at a time; a past time means soon, but after this call has returned.
  func call(at time: Double, on executor: EngineExecutor, _ body: @escaping @Sendable () -> Void) -> TimerToken

  /// Calls an app's handlers in order, after the caller has returned.
  func deliver(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void)
}

/// A scheduled call that can be cancelled.
final class TimerToken: Sendable {
  private let isTaken = Atomic<Bool>(false)
  private let call: PendingCall?
  private let timer: Mutex<(any DispatchSourceTimer)?>

  /// Creates a token that its timekeeper checks.
  init() {
    call = nil
    timer = Mutex(nil)
  }

  /// Creates a token that retains a timer and its call.
  init(_ call: PendingCall, _ timer: sending any DispatchSourceTimer) {
    self.call = call
    self.timer = Mutex(timer)
  }

  /// Cancels the call; its timer then retains no queue.
  func cancel() {
    isTaken.store(true, ordering: .releasing)
    call?.forget()
    timer.withLock { $0.take() }?.cancel()
  }

  var isCancelled: Bool { isTaken.load(ordering: .acquiring) }
}

/// The single call that a timer makes unless cancelled. Keeps the timer alive until then.
final class PendingCall: Sendable {
  private struct State: Sendable {
    var body: (@Sendable () -> Void)?
    var token: TimerToken?
  }
  private let state: Mutex<State>

  init(_ body: @escaping @Sendable () -> Void) { state = Mutex(State(body: body)) }

  /// Keeps the timer's token until the call is made or cancelled.
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
struct SystemTime: Timekeeper {
  /// Seconds since boot plus one, and therefore always positive.
  var now: Double { 1 + Double(thrum_monotonic_nanoseconds()) * 1e-9 }

  func makeExecutor() -> EngineExecutor { EngineExecutor(label: "thrum.engine") }

  func makeDeviceQueue(for executor: EngineExecutor) -> any DeviceQueue { SystemDeviceQueue(for: executor) }

  func makeHandlerQueue() -> DispatchQueue { DispatchQueue(label: "thrum.handlers") }

  func call(at time: Double, on executor: EngineExecutor, _ body: @escaping @Sendable () -> Void) -> TimerToken {
    let call = PendingCall(body)
    let timer = DispatchSource.makeTimerSource(queue: executor.queue)
    timer.setEventHandler { call.fire() }
    timer.schedule(deadline: .now() + max(0, time - now))
    timer.activate()
    let token = TimerToken(call, timer)
    call.keep(token)
    return token
  }

  func deliver(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }
}
