import Synchronization

/// libasound's configuration is read by whoever opens first: one at a time, and nobody waits forever.
///
/// - Thread: any.
final class OpenLock: Sendable {
  /// The process has one, as it has one libasound.
  static let shared = OpenLock()
  private let isTaken = Atomic<Bool>(false)

  /// Runs `body` alone, or returns `nil` at once when another thread is inside.
  func attempt<Result>(_ body: () -> Result) -> Result? {
    guard !isTaken.exchange(true, ordering: .acquiring) else { return nil }
    defer { isTaken.store(false, ordering: .releasing) }
    return body()
  }
}
