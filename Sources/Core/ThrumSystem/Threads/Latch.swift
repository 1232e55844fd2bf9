import CRealtime

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
