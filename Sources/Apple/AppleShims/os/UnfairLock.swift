import Glibc

/// A lock that a thread takes and gives back. Packages that find a module `os` expect it there.
// swift-format-ignore: TypeNamesShouldBeCapitalized, AllPublicDeclarationsHaveDocumentation
public struct os_unfair_lock {
  // All zeros are a valid mutex on Linux (PTHREAD_MUTEX_INITIALIZER).
  fileprivate var mutex = pthread_mutex_t()
  /// A lock that nobody has.
  public init() {}
}

/// A lock's place in memory.
// swift-format-ignore: TypeNamesShouldBeCapitalized, AllPublicDeclarationsHaveDocumentation
public typealias os_unfair_lock_s = os_unfair_lock
/// A lock's place in memory.
// swift-format-ignore: TypeNamesShouldBeCapitalized, AllPublicDeclarationsHaveDocumentation
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock>

/// Takes a lock, and waits for it.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) { pthread_mutex_lock(&lock.pointee.mutex) }

/// Takes a lock if it is free; returns whether it was.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool { pthread_mutex_trylock(&lock.pointee.mutex) == 0 }

/// Gives a lock back.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) { pthread_mutex_unlock(&lock.pointee.mutex) }
