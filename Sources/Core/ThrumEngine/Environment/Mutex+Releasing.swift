import Synchronization

extension Mutex where Value: ~Copyable {
  /// Changes the value, and releases the removed contents outside the lock, since an app's closure may hold the last
  /// reference to an object whose `deinit` calls back.
  package borrowing func withLockReleasing<Gone: Sendable>(_ change: (inout sending Value) -> sending Gone) {
    let gone = withLock(change)
    // Keeps the optimiser from releasing the contents inside the lock.
    withExtendedLifetime(gone) {}
  }
}
