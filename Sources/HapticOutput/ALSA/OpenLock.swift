import CRealtime
import Glibc
import Synchronization

/// libasound's configuration is read by whoever opens first: one at a time, and nobody waits for ever.
final class OpenLock: Sendable {
  /// The process has one, as it has one libasound.
  static let shared = OpenLock()
  private let isTaken = Atomic<Bool>(false)

  /// Runs `body` alone, or answers `nil` at once when another thread is inside.
  func attempt<Result>(_ body: () -> Result) -> Result? {
    guard !isTaken.exchange(true, ordering: .acquiring) else { return nil }
    defer { isTaken.store(false, ordering: .releasing) }
    return body()
  }

  /// Runs `body` alone, or answers `nil` when another thread is inside for too long.
  func with<Result>(deadlineSeconds: Double, _ body: () -> Result) -> Result? {
    let deadline = thrum_monotonic_nanoseconds() + UInt64(deadlineSeconds * 1e9)
    while true {
      if let result = attempt(body) { return result }
      guard thrum_monotonic_nanoseconds() < deadline else { return nil }
      var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
      nanosleep(&pause, nil)
    }
  }
}
