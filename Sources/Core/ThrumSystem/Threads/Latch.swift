import CRealtime

/// Something that is raised once, and that threads wait for with a time-out that a jumping wall clock does not move.
///
/// - Thread: any.
package final class Latch: Sendable {
  // Safety: never changes, and this object owns what it points to until `deinit`; whoever raises or waits holds the object. Its
  // functions lock for themselves.
  private nonisolated(unsafe) let latch: OpaquePointer?

  package init() { latch = thrum_latch_make() }

  deinit { if let latch { thrum_latch_free(latch) } }

  /// Wakes who waits, now and from now on.
  package func raise() {
    if let latch { thrum_latch_raise(latch) }
  }

  /// Waits until it is raised.
  package func wait() {
    if let latch { _ = thrum_latch_wait_until(latch, .max) }
  }

  /// Waits until it is raised, at most `seconds`; whether it is.
  package func wait(seconds: Double) -> Bool {
    guard let latch else { return false }
    return thrum_latch_wait_until(latch, thrum_monotonic_nanoseconds() + UInt64(max(0, seconds) * 1e9)) == 1
  }
}
