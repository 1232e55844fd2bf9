import CLinux
import Dispatch
import Synchronization
import ThrumSystem

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
