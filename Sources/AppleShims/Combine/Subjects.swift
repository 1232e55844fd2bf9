/// What values are sent to, for those who listen.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value.
  func send(_ value: Output)
}

extension Subject where Output == Void {
  /// Sends that something has happened.
  public func send() { send(()) }
}

/// Those who listen.
final class Listeners<Output> {
  private var receivers: [Int: (Output) -> Void] = [:]
  private var next = 0

  func add(_ receive: @escaping (Output) -> Void) -> AnyCancellable {
    let key = next
    next += 1
    receivers[key] = receive
    return AnyCancellable { [weak self] in self?.receivers[key] = nil }
  }

  func send(_ value: Output) {
    for key in receivers.keys.sorted() { receivers[key]?(value) }
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
  /// The last value.
  public var value: Output { didSet { listeners.send(value) } }
  /// The first value.
  public init(_ value: Output) { self.value = value }
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
