import Foundation

extension Publisher {
  /// Transforms each value. A thrown error ends the publisher.
  public func tryMap<Result>(_ transform: @escaping (Output) throws -> Result) -> AnyPublisher<Result, any Error> {
    AnyPublisher { complete, receive in
      let subscriptions = Subscriptions()
      subscriptions.hold(
        mapError { $0 as any Error }.sink(receiveCompletion: { if subscriptions.cancel() { complete($0) } }) { value in
          do { receive(try transform(value)) } catch { if subscriptions.cancel() { complete(.failure(error)) } }
        })
      return AnyCancellable { subscriptions.cancel() }
    }
  }

  /// Transforms the error.
  public func mapError<Other: Error>(_ transform: @escaping (Failure) -> Other) -> AnyPublisher<Output, Other> {
    AnyPublisher { complete, receive in
      sink(
        receiveCompletion: {
          switch $0 {
          case .finished: complete(.finished)
          case .failure(let error): complete(.failure(transform(error)))
          }
        }, receiveValue: receive)
    }
  }

  /// Continues with another publisher after an error.
  public func `catch`<Other: Publisher>(
    _ handler: @escaping (Failure) -> Other
  ) -> AnyPublisher<Output, Other.Failure> where Other.Output == Output {
    AnyPublisher { complete, receive in
      let subscriptions = Subscriptions()
      subscriptions.hold(
        sink(
          receiveCompletion: {
            switch $0 {
            case .finished: complete(.finished)
            case .failure(let error):
              subscriptions.hold(handler(error).sink(receiveCompletion: complete, receiveValue: receive))
            }
          }, receiveValue: receive))
      return AnyCancellable { subscriptions.cancel() }
    }
  }

  /// Replaces an error with a value.
  public func replaceError(with value: Output) -> AnyPublisher<Output, Never> { self.catch { _ in Just(value) } }
}

extension Publisher where Failure == Never {
  /// Changes the error's type.
  public func setFailureType<Other: Error>(to type: Other.Type) -> AnyPublisher<Output, Other> {
    AnyPublisher { complete, receive in sink(receiveCompletion: { _ in complete(.finished) }, receiveValue: receive) }
  }
}
