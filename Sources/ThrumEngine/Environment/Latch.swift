import CRealtime

/// Something that is raised once, and that threads wait for with a time-out that a jumping wall clock does not move.
///
/// - Thread: any.
final class Latch: Sendable {
  // Safety: the address of memory that this object owns until `deinit`; whoever raises or waits holds the object.
  private let address: UInt

  init() { address = UInt(bitPattern: thrum_latch_make()) }

  deinit { if let latch { thrum_latch_free(latch) } }

  private var latch: OpaquePointer? { OpaquePointer(bitPattern: address) }

  /// Wakes who waits, now and from now on.
  func raise() {
    if let latch { thrum_latch_raise(latch) }
  }

  /// Waits until it is raised.
  func wait() {
    if let latch { _ = thrum_latch_wait_until(latch, .max) }
  }

  /// Waits until it is raised, at most `seconds`; whether it is.
  func wait(seconds: Double) -> Bool {
    guard let latch else { return false }
    return thrum_latch_wait_until(latch, thrum_monotonic_nanoseconds() + UInt64(max(0, seconds) * 1e9)) == 1
  }
}
