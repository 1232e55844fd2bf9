import Foundation

extension Publisher {
  /// Transforms each value.
  public func map<Result>(_ transform: @escaping (Output) -> Result) -> AnyPublisher<Result, Failure> {
    AnyPublisher { complete, receive in sink(receiveCompletion: complete) { receive(transform($0)) } }
  }

  /// Transforms each value and drops `nil`.
  public func compactMap<Result>(_ transform: @escaping (Output) -> Result?) -> AnyPublisher<Result, Failure> {
    AnyPublisher { complete, receive in
      sink(receiveCompletion: complete) { if let value = transform($0) { receive(value) } }
    }
  }

  /// Publishes only values that satisfy a condition.
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
    compactMap { isIncluded($0) ? $0 : nil }
  }

  /// Drops the first `count` values.
  public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> {
    AnyPublisher { complete, receive in
      var left = count
      return sink(receiveCompletion: complete) { value in
        if left > 0 { left -= 1 } else { receive(value) }
      }
    }
  }

  /// Publishes the first `count` values, then finishes.
  public func prefix(_ count: Int) -> AnyPublisher<Output, Failure> {
    guard count > 0 else { return Empty().eraseToAnyPublisher() }
    return AnyPublisher { complete, receive in
      var left = count
      let subscriptions = Subscriptions()
      subscriptions.hold(
        sink(receiveCompletion: { if subscriptions.cancel() { complete($0) } }) { value in
          guard left > 0 else { return }
          left -= 1
          receive(value)
          if left == 0, subscriptions.cancel() { complete(.finished) }
        })
      return AnyCancellable { subscriptions.cancel() }
    }
  }

  /// Publishes the first value, then finishes.
  public func first() -> AnyPublisher<Output, Failure> { prefix(1) }

  /// Publishes the first value that satisfies a condition, then finishes.
  public func first(where predicate: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
    filter(predicate).first()
  }

  /// Drops values equal to the previous one.
  public func removeDuplicates() -> AnyPublisher<Output, Failure> where Output: Equatable {
    removeDuplicates(by: ==)
  }

  /// Drops values that a predicate finds equal to the previous one.
  public func removeDuplicates(by predicate: @escaping (Output, Output) -> Bool) -> AnyPublisher<Output, Failure> {
    AnyPublisher { complete, receive in
      var last: Output?
      return sink(receiveCompletion: complete) { value in
        let isEqual = last.map { predicate($0, value) } ?? false
        last = value
        if !isEqual { receive(value) }
      }
    }
  }

  /// Publishes the results of accumulating values.
  public func scan<Result>(
    _ initial: Result, _ next: @escaping (Result, Output) -> Result
  ) -> AnyPublisher<Result, Failure> {
    AnyPublisher { complete, receive in
      var result = initial
      return sink(receiveCompletion: complete) {
        result = next(result, $0)
        receive(result)
      }
    }
  }

  /// Publishes the given values before this publisher's own.
  public func prepend(_ elements: Output...) -> AnyPublisher<Output, Failure> {
    AnyPublisher { complete, receive in
      elements.forEach(receive)
      return sink(receiveCompletion: complete, receiveValue: receive)
    }
  }

  /// Calls closures for values, completion and cancellation.
  public func handleEvents(
    receiveOutput: ((Output) -> Void)? = nil, receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
    receiveCancel: (() -> Void)? = nil
  ) -> AnyPublisher<Output, Failure> {
    AnyPublisher { complete, receive in
      let subscriptions = Subscriptions()
      subscriptions.hold(
        sink(
          receiveCompletion: {
            subscriptions.cancel()
            receiveCompletion?($0)
            complete($0)
          },
          receiveValue: {
            receiveOutput?($0)
            receive($0)
          }))
      return AnyCancellable { if subscriptions.cancel() { receiveCancel?() } }
    }
  }
}

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
