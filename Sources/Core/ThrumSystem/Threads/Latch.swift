import CLinux
import Synchronization

/// A one-shot flag that threads can wait for.
package final class Latch: Sendable {
  // Safety: immutable, and owned by this object until `deinit`; callers hold a reference. The functions that use it
  // take a lock.
  private nonisolated(unsafe) let latch: OpaquePointer?

  package init() { latch = thrum_latch_make() }

  deinit { if let latch { thrum_latch_free(latch) } }

  package func raise() {
    if let latch { thrum_latch_raise(latch) }
  }

  package func wait() {
    if let latch { _ = thrum_latch_wait_until(latch, .max) }
  }

  /// Returns whether the flag is set.
  package func wait(seconds: Double) -> Bool {
    guard let latch else { return false }
    return thrum_latch_wait_until(latch, thrum_monotonic_nanoseconds() + UInt64(max(0, seconds) * 1e9)) == 1
  }
}

extension Mutex where Value: ~Copyable {
  /// Changes the value and releases the removed contents outside the lock, since their `deinit` may call back.
  package borrowing func withLockReleasing<Gone: Sendable>(_ change: (inout sending Value) -> sending Gone) {
    let gone = withLock(change)
    // Keeps the optimiser from releasing the contents inside the lock.
    withExtendedLifetime(gone) {}
  }
}
