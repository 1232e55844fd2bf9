@_exported import Foundation

/// Namespace for ``Completion``.
public enum Subscribers {
  /// The completion of a publisher.
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

extension Subscribers.Completion {
  var isFailure: Bool { if case .failure = self { true } else { false } }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}

extension Subscribers.Completion: Sendable {}
