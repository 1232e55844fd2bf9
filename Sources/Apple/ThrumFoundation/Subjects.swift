import Foundation

/// A publisher with a method to send values.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value.
  func send(_ value: Output)
}

extension Subject where Output == Void {
  /// Sends an event.
  public func send() { send(()) }
}

/// A subject's subscribers. Usable on any thread.
final class Listeners<Output> {
  // Recursive, since a receiver may send, subscribe or cancel.
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

/// A subject that forwards values.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  private let listeners = Listeners<Output>()
  /// Creates a subject.
  public init() {}
  /// Sends a value.
  public func send(_ value: Output) { listeners.send(value) }
  /// Does nothing.
  public func send(completion: Subscribers.Completion<Failure>) {}
  /// Subscribes to new values.
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { listeners.add(receiveValue) }
}

/// A subject that forwards values and stores the last one.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  private let listeners = Listeners<Output>()
  private let lock = NSRecursiveLock()
  private var last: Output
  /// Last value.
  public var value: Output {
    get { lock.withLock { last } }
    set {
      let gone = lock.withLock {
        let gone = last
        last = newValue
        return gone
      }
      withExtendedLifetime(gone) {}
      listeners.send(newValue)
    }
  }
  /// Sets the initial value.
  public init(_ value: Output) { last = value }
  /// Sends a value.
  public func send(_ value: Output) { self.value = value }
  /// Does nothing.
  public func send(completion: Subscribers.Completion<Failure>) {}
  /// Subscribes, starting with the last value.
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    receiveValue(value)
    return listeners.add(receiveValue)
  }
}
