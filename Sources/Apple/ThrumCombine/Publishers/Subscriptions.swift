import Foundation

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
