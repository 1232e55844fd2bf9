import Foundation

/// A publisher with a method to send values.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value.
  func send(_ value: Output)
  /// Ends the subject: later values are ignored.
  func send(completion: Subscribers.Completion<Failure>)
}

extension Subject where Output == Void {
  /// Sends an event.
  public func send() { send(()) }
}

/// A publisher's subscribers. Usable on any thread.
final class Listeners<Output, Failure: Error> {
  typealias Completion = Subscribers.Completion<Failure>
  private struct Listener {
    let complete: (Completion) -> Void
    let receive: (Output) -> Void
  }

  // Recursive, since a receiver may send, subscribe or cancel.
  private let lock = NSRecursiveLock()
  private var listeners: [Int: Listener] = [:]
  private var next = 0
  private var completion: Completion?
  var isOver: Bool { lock.withLock { completion != nil } }

  func add(_ complete: @escaping (Completion) -> Void, _ receive: @escaping (Output) -> Void) -> AnyCancellable {
    let listener = Listener(complete: complete, receive: receive)
    let (key, completion) = insert(listener)
    if let completion { complete(completion) }
    return AnyCancellable { [weak self] in self?.remove(key) }
  }

  private func insert(_ listener: Listener) -> (Int, Completion?) {
    lock.withLock {
      next += 1
      if completion == nil { listeners[next] = listener }
      return (next, completion)
    }
  }

  private func remove(_ key: Int) {
    let gone = lock.withLock { listeners.removeValue(forKey: key) }
    withExtendedLifetime(gone) {}
  }

  func send(_ value: Output) {
    for key in lock.withLock({ listeners.keys.sorted() }) { lock.withLock { listeners[key] }?.receive(value) }
  }

  func finish(_ completion: Completion) {
    let ended = lock.withLock {
      defer {
        listeners = [:]
        self.completion = self.completion ?? completion
      }
      return listeners.sorted { $0.key < $1.key }
    }
    for (_, listener) in ended { listener.complete(completion) }
  }
}

/// A subject that forwards values.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  private let listeners = Listeners<Output, Failure>()
  /// Creates a subject.
  public init() {}
  /// Sends a value.
  public func send(_ value: Output) { listeners.send(value) }
  /// Ends the subject.
  public func send(completion: Subscribers.Completion<Failure>) { listeners.finish(completion) }
  /// Subscribes to new values.
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable { listeners.add(receiveCompletion, receiveValue) }
}

/// A subject that forwards values and stores the last one.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  private let listeners = Listeners<Output, Failure>()
  private let lock = NSRecursiveLock()
  private var last: Output
  /// Last value.
  public var value: Output {
    get { lock.withLock { last } }
    set {
      guard !listeners.isOver else { return }
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
  /// Ends the subject.
  public func send(completion: Subscribers.Completion<Failure>) { listeners.finish(completion) }
  /// Subscribes, starting with the last value.
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    if !listeners.isOver { receiveValue(value) }
    return listeners.add(receiveCompletion, receiveValue)
  }
}

/// A cancellable activity.
public protocol Cancellable {
  /// Cancels the activity.
  func cancel()
}
