import CRealtime
import Synchronization

/// What a device's thread and the engine's thread share about that thread's life.
///
/// - Thread: any.
package final class ThreadSignals: Sendable {
  private let stopFlag = Atomic<Bool>(false)
  private let endFlag = Atomic<Bool>(false)
  /// Raised to wake the thread.
  package let wake: Int32
  private let ended: Int32
  /// The clock that waiting goes by.
  package let clock: any DeviceClock

  /// Makes the events. Without descriptors left in the process the waits fall back to their deadlines.
  package init(clock: any DeviceClock = SystemClock()) {
    self.clock = clock
    wake = thrum_event_make()
    ended = thrum_event_make()
  }

  deinit {
    thrum_event_close(wake)
    thrum_event_close(ended)
  }

  /// Whether the thread is to end.
  package var isStopping: Bool { stopFlag.load(ordering: .acquiring) }
  /// Whether the thread has ended.
  package var hasEnded: Bool { endFlag.load(ordering: .acquiring) }

  /// Asks the thread to end.
  package func stop() {
    stopFlag.store(true, ordering: .releasing)
    thrum_event_raise(wake)
  }

  /// Says that the thread has ended; its last act.
  package func end() {
    endFlag.store(true, ordering: .releasing)
    thrum_event_raise(ended)
  }

  /// Waits for the end. `false` when it has not come in time.
  package func waitForEnd(seconds: Double) -> Bool {
    let deadline = clock.nanoseconds + UInt64(seconds * 1e9)
    while !hasEnded {
      if !clock.wait(for: ended, until: deadline) { return hasEnded }
    }
    return true
  }

  /// Sleeps until a moment of the clock, or until somebody wakes the thread.
  package func sleep(until nanoseconds: UInt64) { _ = clock.wait(for: wake, until: nanoseconds) }
}
