import Glibc

/// A lock with the state it protects. Copies share both.
public struct OSAllocatedUnfairLock<State>: Sendable {
  private final class Storage: Sendable {
    // Safety: the lock lives as long as this object; the state is accessed only while the lock is held.
    nonisolated(unsafe) let lock: os_unfair_lock_t
    nonisolated(unsafe) var state: State

    init(_ state: State) {
      self.state = state
      lock = .allocate(capacity: 1)
      lock.initialize(to: os_unfair_lock())
    }

    deinit { lock.deallocate() }
  }

  private let storage: Storage

  /// Creates an unlocked lock.
  public init(initialState: State) where State: Sendable { storage = Storage(initialState) }
  /// Creates an unlocked lock. The caller must not use the state elsewhere.
  public init(uncheckedState initialState: State) { storage = Storage(initialState) }

  /// Calls a closure while holding the lock.
  public func withLock<Result: Sendable>(_ body: @Sendable (inout State) throws -> Result) rethrows -> Result {
    try withLockUnchecked(body)
  }

  /// Calls a closure while holding the lock. No part of the state may escape.
  public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    os_unfair_lock_lock(storage.lock)
    defer { os_unfair_lock_unlock(storage.lock) }
    return try body(&storage.state)
  }

  /// Calls a closure while holding the lock. Returns `nil` if the lock is taken.
  public func withLockIfAvailable<Result: Sendable>(
    _ body: @Sendable (inout State) throws -> Result
  ) rethrows -> Result? {
    guard os_unfair_lock_trylock(storage.lock) else { return nil }
    defer { os_unfair_lock_unlock(storage.lock) }
    return try body(&storage.state)
  }
}

extension OSAllocatedUnfairLock where State == Void {
  /// Creates an unlocked lock.
  public init() { self.init(uncheckedState: ()) }
  /// Acquires the lock, waiting if necessary.
  public func lock() { os_unfair_lock_lock(storage.lock) }
  /// Releases the lock.
  public func unlock() { os_unfair_lock_unlock(storage.lock) }
  /// Acquires the lock if it is free. Returns whether the lock was acquired.
  public func lockIfAvailable() -> Bool { os_unfair_lock_trylock(storage.lock) }
  /// Calls a closure while holding the lock.
  public func withLock<Result: Sendable>(_ body: @Sendable () throws -> Result) rethrows -> Result {
    try withLockUnchecked { _ in try body() }
  }
}

// swift-format-ignore: TypeNamesShouldBeCapitalized
/// A lock.
public struct os_unfair_lock {
  // A zeroed mutex is valid on Linux (PTHREAD_MUTEX_INITIALIZER).
  fileprivate var mutex = pthread_mutex_t()
  /// Creates an unlocked lock.
  public init() {}
}

// swift-format-ignore: TypeNamesShouldBeCapitalized
/// Same as ``os_unfair_lock``.
public typealias os_unfair_lock_s = os_unfair_lock
// swift-format-ignore: TypeNamesShouldBeCapitalized
/// A pointer to a lock.
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock>

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Acquires a lock, waiting if necessary.
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) { pthread_mutex_lock(&lock.pointee.mutex) }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Acquires a lock if it is free. Returns whether the lock was acquired.
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool { pthread_mutex_trylock(&lock.pointee.mutex) == 0 }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Releases a lock.
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) { pthread_mutex_unlock(&lock.pointee.mutex) }
