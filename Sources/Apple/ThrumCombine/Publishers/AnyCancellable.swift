import Foundation

/// Cancels an activity when released.
public final class AnyCancellable: Cancellable, Hashable {
  private let lock = NSRecursiveLock()
  private var end: (() -> Void)?
  /// Creates a cancellable.
  public init(_ cancel: @escaping () -> Void) { end = cancel }
  /// Erases a cancellable's type.
  public convenience init(_ canceller: some Cancellable) { self.init(canceller.cancel) }
  deinit { cancel() }

  /// Cancels the activity, at most once.
  public func cancel() {
    let end = lock.withLock {
      let end = self.end
      self.end = nil
      return end
    }
    end?()
  }

  /// Inserts the object into a set.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
  /// Appends the object to a collection.
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    collection.append(self)
  }

  /// Compares identities.
  public static func == (a: AnyCancellable, b: AnyCancellable) -> Bool { a === b }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
