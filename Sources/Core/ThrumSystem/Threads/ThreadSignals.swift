import CLinux
import Synchronization

package final class ThreadSignals: Sendable {
  private let stopFlag = Atomic<Bool>(false)
  private let endFlag = Atomic<Bool>(false)
  /// Eventfd that wakes the thread.
  package let wake: Int32
  private let ended: Int32
  package let clock: any DeviceClock

  /// Without free descriptors, every wait lasts until its deadline.
  package init(clock: any DeviceClock = SystemClock()) {
    self.clock = clock
    wake = thrum_event_make()
    ended = thrum_event_make()
  }

  deinit {
    thrum_event_close(wake)
    thrum_event_close(ended)
  }

  package var isStopping: Bool { stopFlag.load(ordering: .acquiring) }
  package var hasEnded: Bool { endFlag.load(ordering: .acquiring) }

  package func stop() {
    stopFlag.store(true, ordering: .releasing)
    thrum_event_raise(wake)
  }

  /// Must be the thread's last action.
  package func end() {
    endFlag.store(true, ordering: .releasing)
    thrum_event_raise(ended)
  }

  package func waitForEnd(seconds: Double) -> Bool {
    let deadline = clock.nanoseconds + UInt64(seconds * 1e9)
    while !hasEnded {
      if !clock.wait(for: ended, until: deadline) { return hasEnded }
    }
    return true
  }

  package func sleep(until nanoseconds: UInt64) { _ = clock.wait(for: wake, until: nanoseconds) }
}
