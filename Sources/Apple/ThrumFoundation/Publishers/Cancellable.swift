import Foundation

/// A cancellable activity.
public protocol Cancellable {
  /// Cancels the activity.
  func cancel()
}

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

/// An operator's subscriptions. Usable on any thread.
final class Subscriptions {
  private let lock = NSRecursiveLock()
  private var held: [AnyCancellable] = []
  private var isCancelled = false
  var isOver: Bool { lock.withLock { isCancelled } }

  func hold(_ subscription: AnyCancellable) {
    let isLate = lock.withLock {
      if !isCancelled { held.append(subscription) }
      return isCancelled
    }
    if isLate { subscription.cancel() }
  }

  /// Returns whether this call was the first.
  @discardableResult func cancel() -> Bool {
    let (isFirst, held) = lock.withLock {
      defer {
        isCancelled = true
        self.held = []
      }
      return (!isCancelled, self.held)
    }
    for subscription in held { subscription.cancel() }
    return isFirst
  }
}
