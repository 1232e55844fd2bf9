import Foundation

/// What values are sent to, for those who listen.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value.
  func send(_ value: Output)
}

extension Subject where Output == Void {
  /// Sends that something has happened.
  public func send() { send(()) }
}

/// Those who listen; any thread may.
final class Listeners<Output> {
  // A receiver may send, listen or cancel in turn.
  private let lock = NSRecursiveLock()
  private var receivers: [Int: (Output) -> Void] = [:]
  private var next = 0

  func add(_ receive: @escaping (Output) -> Void) -> AnyCancellable {
    let key = lock.withLock {
      next += 1
      receivers[next] = receive
      return next
    }
    return AnyCancellable { [weak self] in self?.remove(key) }
  }

  private func remove(_ key: Int) {
    let gone = lock.withLock { receivers.removeValue(forKey: key) }
    withExtendedLifetime(gone) {}
  }

  func send(_ value: Output) {
    for key in lock.withLock({ receivers.keys.sorted() }) { lock.withLock { receivers[key] }?(value) }
  }
}

/// Passes values on.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  private let listeners = Listeners<Output>()
  /// Nobody listens yet.
  public init() {}
  /// Sends a value.
  public func send(_ value: Output) { listeners.send(value) }
  /// Ends; without effect.
  public func send(completion: Subscribers.Completion<Failure>) {}
  /// Calls back with every value from now on.
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { listeners.add(receiveValue) }
}

/// Passes values on and keeps the last.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  private let listeners = Listeners<Output>()
  private let lock = NSRecursiveLock()
  private var last: Output
  /// The last value.
  public var value: Output {
    get { lock.withLock { last } }
    set {
      // What goes may read the subject as it goes: outside the lock, and not while it is being set.
      let gone = lock.withLock {
        let gone = last
        last = newValue
        return gone
      }
      withExtendedLifetime(gone) {}
      listeners.send(newValue)
    }
  }
  /// The first value.
  public init(_ value: Output) { last = value }
  /// Sends a value.
  public func send(_ value: Output) { self.value = value }
  /// Ends; without effect.
  public func send(completion: Subscribers.Completion<Failure>) {}
  /// Calls back with the last value and every one from now on.
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    receiveValue(value)
    return listeners.add(receiveValue)
  }
}
