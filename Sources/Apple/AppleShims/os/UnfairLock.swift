import Glibc

/// A lock.
// swift-format-ignore: TypeNamesShouldBeCapitalized, AllPublicDeclarationsHaveDocumentation
public struct os_unfair_lock {
  // A zeroed mutex is valid on Linux (PTHREAD_MUTEX_INITIALIZER).
  fileprivate var mutex = pthread_mutex_t()
  /// Creates an unlocked lock.
  public init() {}
}

/// Same as ``os_unfair_lock``.
// swift-format-ignore: TypeNamesShouldBeCapitalized, AllPublicDeclarationsHaveDocumentation
public typealias os_unfair_lock_s = os_unfair_lock
/// A pointer to a lock.
// swift-format-ignore: TypeNamesShouldBeCapitalized, AllPublicDeclarationsHaveDocumentation
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock>

/// Acquires a lock, waiting if necessary.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) { pthread_mutex_lock(&lock.pointee.mutex) }

/// Acquires a lock if it is free. Returns whether the lock was acquired.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool { pthread_mutex_trylock(&lock.pointee.mutex) == 0 }

/// Releases a lock.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) { pthread_mutex_unlock(&lock.pointee.mutex) }
