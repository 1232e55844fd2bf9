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
