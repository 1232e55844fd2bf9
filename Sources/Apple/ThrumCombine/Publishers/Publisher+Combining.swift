import Foundation

/// Namespace for publishers combining others.
public enum Publishers {
  /// Publishes tuples of the latest values of two publishers.
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    private let a: A
    private let b: B
    /// Combines two publishers.
    public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

    /// Subscribes to both.
    public func sink(
      receiveCompletion: @escaping (Subscribers.Completion<A.Failure>) -> Void,
      receiveValue: @escaping ((A.Output, B.Output)) -> Void
    ) -> AnyCancellable {
      let joined = Joined(2, receiveCompletion)
      var last: (a: A.Output?, b: B.Output?)
      // The lock is recursive: a receiver may send.
      func publish() { if let a = last.a, let b = last.b { receiveValue((a, b)) } }
      joined.subscribe(a) { value in
        joined.lock.withLock {
          last.a = value
          publish()
        }
      }
      joined.subscribe(b) { value in
        joined.lock.withLock {
          last.b = value
          publish()
        }
      }
      return joined.cancellable
    }
  }

  /// Publishes the values of two publishers.
  public struct Merge<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure, A.Output == B.Output {
    private let a: A
    private let b: B
    /// Merges two publishers.
    public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

    /// Subscribes to both.
    public func sink(
      receiveCompletion: @escaping (Subscribers.Completion<A.Failure>) -> Void,
      receiveValue: @escaping (A.Output) -> Void
    ) -> AnyCancellable {
      let joined = Joined(2, receiveCompletion)
      joined.subscribe(a, receiveValue)
      joined.subscribe(b, receiveValue)
      return joined.cancellable
    }
  }
}

/// Several subscriptions that finish when the last one finishes, and fail as soon as one fails.
private final class Joined<Failure: Error> {
  let lock = NSRecursiveLock()
  private let subscriptions = Subscriptions()
  private var running: Int
  private let complete: (Subscribers.Completion<Failure>) -> Void

  init(_ count: Int, _ complete: @escaping (Subscribers.Completion<Failure>) -> Void) {
    running = count
    self.complete = complete
  }

  var cancellable: AnyCancellable { AnyCancellable { self.subscriptions.cancel() } }

  func subscribe<P: Publisher>(_ publisher: P, _ receive: @escaping (P.Output) -> Void) where P.Failure == Failure {
    subscriptions.hold(publisher.sink(receiveCompletion: end, receiveValue: receive))
  }

  func add() { lock.withLock { running += 1 } }

  func end(_ completion: Subscribers.Completion<Failure>) {
    let isLast = lock.withLock {
      running -= 1
      return running == 0
    }
    if isLast || completion.isFailure, subscriptions.cancel() { complete(completion) }
  }
}

extension Publisher {
  /// Combines the latest values of two publishers.
  public func combineLatest<Other: Publisher>(_ other: Other) -> Publishers.CombineLatest<Self, Other>
  where Other.Failure == Failure { Publishers.CombineLatest(self, other) }

  /// Combines and transforms the latest values of two publishers.
  public func combineLatest<Other: Publisher, Result>(
    _ other: Other, _ transform: @escaping (Output, Other.Output) -> Result
  ) -> AnyPublisher<Result, Failure> where Other.Failure == Failure {
    combineLatest(other).map { transform($0.0, $0.1) }
  }

  /// Publishes the values of both publishers.
  public func merge<Other: Publisher>(with other: Other) -> Publishers.Merge<Self, Other>
  where Other.Failure == Failure, Other.Output == Output { Publishers.Merge(self, other) }

  /// Transforms values into publishers, and publishes all their values.
  public func flatMap<Other: Publisher>(
    _ transform: @escaping (Output) -> Other
  ) -> AnyPublisher<Other.Output, Failure> where Other.Failure == Failure {
    AnyPublisher { complete, receive in
      let joined = Joined(1, complete)
      joined.subscribe(self) { value in
        joined.add()
        joined.subscribe(transform(value), receive)
      }
      return joined.cancellable
    }
  }
}
