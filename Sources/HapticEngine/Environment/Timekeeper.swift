import CRealtime
import Dispatch
import Synchronization

/// Tells engines the time, calls back at a time, and delivers what the app has to be told.
///
/// Two exist: the system's clock, and a virtual one that moves only when a test moves it.
protocol Timekeeper: Sendable {
  /// Seconds since some origin; positive, and never less than before.
  var now: Double { get }

  /// The executor of an engine: its own, or one for all.
  func makeExecutor() -> EngineExecutor

  /// Where an engine's handlers run, one after the other: never the main thread, never the engine's queue.
  func makeHandlerQueue() -> DispatchQueue

  /// Calls `body` on an executor's queue at a time; at once, but not before this call has returned, for a past one.
  func call(at time: Double, on executor: EngineExecutor, _ body: @escaping @Sendable () -> Void) -> TimerToken

  /// Runs a handler of the app after the caller has returned, in the order of the calls.
  func deliver(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void)
}

/// A call that has been asked for and may be taken back.
final class TimerToken: Sendable {
  private struct State: Sendable {
    var isCancelled = false
    var body: (@Sendable () -> Void)?
  }
  private let state: Mutex<State>

  /// A token that may keep the call's body, and lets go of it when the call comes or is taken back.
  init(_ body: (@Sendable () -> Void)? = nil) { state = Mutex(State(body: body)) }

  /// Takes the call back.
  func cancel() {
    let body = state.withLock { state in
      state.isCancelled = true
      return state.body.take()
    }
    // What the body has kept alive may go here, outside the lock.
    _ = body
  }

  /// Whether the call has been taken back.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Calls the body, once, unless it was taken back.
  func fire() { state.withLock { $0.body.take() }?() }
}

/// The system's clock (CLOCK_MONOTONIC) and Dispatch's timers.
struct SystemTime: Timekeeper {
  /// Seconds since the system's start, plus one: positive always.
  var now: Double { 1 + Double(thrum_monotonic_nanoseconds()) * 1e-9 }

  func makeExecutor() -> EngineExecutor { EngineExecutor(label: "thrum.engine") }

  func makeHandlerQueue() -> DispatchQueue { DispatchQueue(label: "thrum.handlers") }

  func call(at time: Double, on executor: EngineExecutor, _ body: @escaping @Sendable () -> Void) -> TimerToken {
    let token = TimerToken(body)
    executor.queue.asyncAfter(deadline: .now() + max(0, time - now)) { token.fire() }
    return token
  }

  func deliver(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }
}
