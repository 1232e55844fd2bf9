import Foundation

/// Finishes without a value.
public struct Empty<Output, Failure: Error>: Publisher {
  private let completesImmediately: Bool
  /// Creates a publisher that finishes at once, or never.
  public init(completeImmediately: Bool = true) { completesImmediately = completeImmediately }
  /// Completes at once, or never.
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    if completesImmediately { receiveCompletion(.finished) }
    return AnyCancellable {}
  }
}
