import Synchronization

/// Serialises opens, during which libasound reads its global configuration. Never blocks.
final class OpenLock: Sendable {
  static let shared = OpenLock()
  private let isTaken = Atomic<Bool>(false)

  /// Returns `nil` at once if another thread is inside.
  func attempt<Result>(_ body: () -> Result) -> Result? {
    guard !isTaken.exchange(true, ordering: .acquiring) else { return nil }
    defer { isTaken.store(false, ordering: .releasing) }
    return body()
  }
}
