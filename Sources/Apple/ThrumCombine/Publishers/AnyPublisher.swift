@_exported import Foundation

/// A type-erased publisher.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  typealias Complete = (Subscribers.Completion<Failure>) -> Void
  typealias Receive = (Output) -> Void
  private let subscribe: (@escaping Complete, @escaping Receive) -> AnyCancellable

  init(_ subscribe: @escaping (@escaping Complete, @escaping Receive) -> AnyCancellable) {
    self.subscribe = subscribe
  }

  /// Erases a publisher's type.
  public init(_ publisher: some Publisher<Output, Failure>) {
    subscribe = { publisher.sink(receiveCompletion: $0, receiveValue: $1) }
  }

  /// Subscribes to values and the completion.
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable { subscribe(receiveCompletion, receiveValue) }
}
