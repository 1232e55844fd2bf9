import Foundation

/// Publishes one value, then finishes.
public struct Just<Output>: Publisher {
  private let output: Output
  /// Sets the value.
  public init(_ output: Output) { self.output = output }
  /// Receives the value at once.
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Never>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    receiveValue(output)
    receiveCompletion(.finished)
    return AnyCancellable {}
  }
}

extension Just: Equatable where Output: Equatable {}

/// Fails at once.
public struct Fail<Output, Failure: Error>: Publisher {
  private let error: Failure
  /// Sets the error.
  public init(error: Failure) { self.error = error }
  /// Fails at once.
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    receiveCompletion(.failure(error))
    return AnyCancellable {}
  }
}

/// Publishes the result of work that starts immediately.
public final class Future<Output, Failure: Error>: Publisher {
  /// Takes the first result and ignores others.
  public typealias Promise = (Result<Output, Failure>) -> Void
  private let subject = PassthroughSubject<Output, Failure>()
  private let lock = NSRecursiveLock()
  private var result: Result<Output, Failure>?

  /// Starts the work.
  public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) { attemptToFulfill(fulfill) }

  private func fulfill(_ result: Result<Output, Failure>) {
    let isFirst = lock.withLock {
      defer { self.result = self.result ?? result }
      return self.result == nil
    }
    if isFirst { Self.deliver(result, subject.send(completion:), subject.send) }
  }

  private static func deliver(
    _ result: Result<Output, Failure>, _ complete: (Subscribers.Completion<Failure>) -> Void,
    _ receive: (Output) -> Void
  ) {
    switch result {
    case .success(let value):
      receive(value)
      complete(.finished)
    case .failure(let error): complete(.failure(error))
    }
  }

  /// Receives the result, at once if available.
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    lock.lock()
    if let result {
      lock.unlock()
      Self.deliver(result, receiveCompletion, receiveValue)
      return AnyCancellable {}
    }
    defer { lock.unlock() }
    return subject.sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
  }
}
