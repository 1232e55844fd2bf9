import CRealtime
import Dispatch
import Synchronization

/// Tells engines the time, calls back at a time, and delivers what the app has to be told.
///
/// Two exist: the system's clock, and a virtual one that moves only when a test moves it.
///
/// - Thread: any.
protocol Timekeeper: Sendable {
  /// Seconds since some origin; positive, and never less than before.
  var now: Double { get }

  /// The executor of an engine: its own, or one for all.
  func makeExecutor() -> EngineExecutor

  /// Where the calls into a device of an engine on `executor` run.
  func makeDeviceQueue(for executor: EngineExecutor) -> any DeviceQueue

  /// Where an engine's handlers run, one after the other: never the main thread, never the engine's queue.
  func makeHandlerQueue() -> DispatchQueue

  /// Calls `body` on an executor's queue at a time; at once, but not before this call has returned, for a past one.
  func call(at time: Double, on executor: EngineExecutor, _ body: @escaping @Sendable () -> Void) -> TimerToken

  /// Runs a handler of the app after the caller has returned, in the order of the calls.
  func deliver(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void)
}

/// A call that has been asked for and may be taken back.
///
/// - Thread: any.
final class TimerToken: Sendable {
  private let isTaken = Atomic<Bool>(false)
  private let call: PendingCall?
  private let timer: Mutex<(any DispatchSourceTimer)?>

  /// A token of a call that its timekeeper asks about.
  init() {
    call = nil
    timer = Mutex(nil)
  }

  /// A token that keeps a timer and what it calls.
  init(_ call: PendingCall, _ timer: sending any DispatchSourceTimer) {
    self.call = call
    self.timer = Mutex(timer)
  }

  /// Takes the call back; its timer keeps no queue until its time.
  func cancel() {
    isTaken.store(true, ordering: .releasing)
    call?.forget()
    timer.withLock { $0.take() }?.cancel()
  }

  /// Whether the call has been taken back.
  var isCancelled: Bool { isTaken.load(ordering: .acquiring) }
}

/// What a timer calls, once, unless it was taken back. Until then it keeps the timer alive, which else would end with its
/// token.
///
/// - Thread: any.
final class PendingCall: Sendable {
  private struct State: Sendable {
    var body: (@Sendable () -> Void)?
    var token: TimerToken?
  }
  private let state: Mutex<State>

  init(_ body: @escaping @Sendable () -> Void) { state = Mutex(State(body: body)) }

  /// Keeps the timer's token until the call is made or taken back.
  func keep(_ token: TimerToken) {
    state.withLock { if $0.body != nil { $0.token = token } }
  }

  /// Makes the call.
  func fire() { take().body?() }

  /// Lets go of it.
  func forget() { _ = take() }

  /// What was kept may go with the result, outside the lock.
  private func take() -> State {
    state.withLock { state in
      defer { state = State() }
      return state
    }
  }
}

/// The system's clock (CLOCK_MONOTONIC) and Dispatch's timers.
///
/// - Thread: any.
struct SystemTime: Timekeeper {
  /// Seconds since the system's start, plus one: positive always.
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
