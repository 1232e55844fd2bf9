import Synchronization

extension Mutex where Value: ~Copyable {
  /// Changes the value, and releases what `change` removed outside the lock: an app's closure may hold the last
  /// reference to an object whose `deinit` calls back.
  package borrowing func withLockReleasing<Gone: Sendable>(_ change: (inout sending Value) -> sending Gone) {
    let gone = withLock(change)
    // Keeps the optimiser from releasing it inside the lock.
    withExtendedLifetime(gone) {}
  }
}
