import Synchronization

/// Objects whose identity an app may rely on, such as a game controller: one for each type and number, until the
/// environment restarts.
final class KeptObjects: Sendable {
  private struct Key: Hashable, Sendable {
    let type: ObjectIdentifier
    let number: Int
  }

  // Safety: an object is only retained here; whoever asks for it uses it as the same object of Apple's is used, on any
  // thread.
  private struct Kept: @unchecked Sendable { let object: AnyObject }

  private let objects = Mutex<[Key: Kept]>([:])

  func object<Object: AnyObject>(_ number: Int, make: () -> Object) -> Object {
    let key = Key(type: ObjectIdentifier(Object.self), number: number)
    if let kept = objects.withLock({ $0[key] })?.object as? Object { return kept }
    // Made outside the lock, as it may need another object. The first of several threads wins.
    let made = make()
    let new = Kept(object: made)
    let kept = objects.withLock { objects in
      let kept = objects[key] ?? new
      objects[key] = kept
      return kept
    }
    return kept.object as? Object ?? made
  }

  func removeAll() {
    let released = objects.withLock { objects in
      defer { objects = [:] }
      return objects
    }
    withExtendedLifetime(released) {}
  }
}

extension HapticEnvironment {
  /// Returns the environment's object of this type and number: the same one each time until a restart.
  package func object<Object: AnyObject>(_ number: Int = 0, make: () -> Object) -> Object {
    keptObjects.object(number, make: make)
  }

  /// Number of times that a controller was disconnected: each connection has its own object.
  package var controllerNumber: Int { hardware { $0.controllerNumber } }
}
