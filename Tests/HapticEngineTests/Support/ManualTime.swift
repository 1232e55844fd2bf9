import Dispatch
import HapticEngine
import Synchronization

@testable import HapticEngine

/// A clock that a test sets, for engines whose device is real; timers never come by themselves.
final class ManualTime: Timekeeper {
  private let time = Mutex(100.0)
  var now: Double { time.withLock { $0 } }
  func advance(by seconds: Double) { time.withLock { $0 += seconds } }
  func makeExecutor() -> EngineExecutor { EngineExecutor(label: "thrum.engine") }
  func makeHandlerQueue() -> DispatchQueue { DispatchQueue(label: "thrum.handlers") }
  func call(at time: Double, on executor: EngineExecutor, _ body: @escaping @Sendable () -> Void) -> TimerToken {
    TimerToken()
  }
  func deliver(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }
}
