import Synchronization

extension Mutex where Value: ~Copyable {
  /// Changes the value and releases the removed contents outside the lock, since their `deinit` may call back.
  package borrowing func withLockReleasing<Gone: Sendable>(_ change: (inout sending Value) -> sending Gone) {
    let gone = withLock(change)
    // Keeps the optimiser from releasing the contents inside the lock.
    withExtendedLifetime(gone) {}
  }
}
