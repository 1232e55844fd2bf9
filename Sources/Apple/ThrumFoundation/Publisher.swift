@_exported import Foundation

/// The part of Combine used by haptics code. Nothing fails, and nothing is buffered.
public protocol Publisher<Output, Failure> {
  /// The values' type.
  associatedtype Output
  /// The error's type.
  associatedtype Failure: Error
  /// Subscribes until the returned object is cancelled or released.
  func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable
}

/// A cancellable activity.
public protocol Cancellable {
  /// Cancels the activity.
  func cancel()
}

/// Cancels an activity when released.
public final class AnyCancellable: Cancellable, Hashable {
  private let lock = NSRecursiveLock()
  private var end: (() -> Void)?
  /// Creates a cancellable.
  public init(_ cancel: @escaping () -> Void) { end = cancel }
  deinit { cancel() }

  /// Cancels the activity, at most once.
  public func cancel() {
    let end = lock.withLock {
      let end = self.end
      self.end = nil
      return end
    }
    end?()
  }

  /// Inserts the object into a set.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
  /// Appends the object to a collection.
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    collection.append(self)
  }

  /// Compares identities.
  public static func == (a: AnyCancellable, b: AnyCancellable) -> Bool { a === b }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A type-erased publisher.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  private let subscribe: (@escaping (Output) -> Void) -> AnyCancellable
  init(_ subscribe: @escaping (@escaping (Output) -> Void) -> AnyCancellable) { self.subscribe = subscribe }
  /// Subscribes to values.
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { subscribe(receiveValue) }
}

/// Namespace for ``Completion``.
public enum Subscribers {
  /// The completion of a publisher.
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

extension Publisher {
  /// Subscribes to new values. Never completes.
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable { sink(receiveValue: receiveValue) }

  /// Erases the publisher's type.
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher { sink(receiveValue: $0) } }

  /// Transforms each value.
  public func map<Result>(_ transform: @escaping (Output) -> Result) -> AnyPublisher<Result, Failure> {
    AnyPublisher { receive in sink { receive(transform($0)) } }
  }

  /// Transforms each value and drops `nil`.
  public func compactMap<Result>(_ transform: @escaping (Output) -> Result?) -> AnyPublisher<Result, Failure> {
    AnyPublisher { receive in sink { if let value = transform($0) { receive(value) } } }
  }

  /// Publishes only values that satisfy a condition.
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
    AnyPublisher { receive in sink { if isIncluded($0) { receive($0) } } }
  }

  /// Drops the first `count` values.
  public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> {
    AnyPublisher { receive in
      var left = count
      return sink { value in
        if left > 0 { left -= 1 } else { receive(value) }
      }
    }
  }

  /// Drops values equal to the previous one.
  public func removeDuplicates() -> AnyPublisher<Output, Failure> where Output: Equatable {
    AnyPublisher { receive in
      var last: Output?
      return sink { value in
        if value != last { receive(value) }
        last = value
      }
    }
  }

  /// Delivers values on a queue.
  public func receive(on queue: DispatchQueue) -> AnyPublisher<Output, Failure> {
    AnyPublisher { receive in
      sink { value in
        // Safety: the value is handed over and no longer used here; the closure is the app's, as in Combine.
        nonisolated(unsafe) let (value, receive) = (value, receive)
        queue.async { receive(value) }
      }
    }
  }

  /// Assigns each value to a property.
  public func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> AnyCancellable { sink { object[keyPath: keyPath] = $0 } }
}

extension NotificationCenter {
  /// Publishes notifications with a name.
  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> AnyPublisher<Notification, Never> {
    AnyPublisher { receive in
      // Safety: the closure is the app's, called on the posting thread, as in Combine.
      nonisolated(unsafe) let receive = receive
      let observer = self.addObserver(forName: name, object: object, queue: nil) { receive($0) }
      return AnyCancellable { self.removeObserver(observer) }
    }
  }
}
