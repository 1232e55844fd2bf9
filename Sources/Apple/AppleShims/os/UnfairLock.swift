import Glibc

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
