import Synchronization

extension Mutex where Value: ~Copyable {
  /// Changes the value, and releases what `change` took out of it outside the lock.
  ///
  /// An app's closure may hold the last reference to an object whose `deinit` calls back in, and the lock is not recursive.
  package borrowing func withLockReleasing<Gone: Sendable>(_ change: (inout sending Value) -> sending Gone) {
    let gone = withLock(change)
    // Or the optimiser would release it where it is taken out.
    withExtendedLifetime(gone) {}
  }
}
