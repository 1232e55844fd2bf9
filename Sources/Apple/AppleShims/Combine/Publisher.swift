@_exported import Foundation

/// Gives values over time: as much of Combine as haptics code uses. Nothing fails, and nothing is buffered.
public protocol Publisher<Output, Failure> {
  /// What is given.
  associatedtype Output
  /// What ends it too early.
  associatedtype Failure: Error
  /// Calls back with every value from now on, until what it returns is cancelled or gone.
  func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable
}

/// Something that can be ended.
public protocol Cancellable {
  /// Ends it.
  func cancel()
}

/// Ends something when it goes.
public final class AnyCancellable: Cancellable, Hashable {
  private let lock = NSRecursiveLock()
  private var end: (() -> Void)?
  /// What to do at the end.
  public init(_ cancel: @escaping () -> Void) { end = cancel }
  deinit { cancel() }

  /// Ends it.
  public func cancel() {
    let end = lock.withLock {
      let end = self.end
      self.end = nil
      return end
    }
    end?()
  }

  /// Keeps it in a set.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
  /// Keeps it in a collection.
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    collection.append(self)
  }

  /// Whether they are the same.
  public static func == (a: AnyCancellable, b: AnyCancellable) -> Bool { a === b }
  /// Hashes its identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Any publisher.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  private let subscribe: (@escaping (Output) -> Void) -> AnyCancellable
  init(_ subscribe: @escaping (@escaping (Output) -> Void) -> AnyCancellable) { self.subscribe = subscribe }
  /// Calls back with every value from now on.
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { subscribe(receiveValue) }
}

/// How a publisher ends.
public enum Subscribers {
  /// How a publisher ends.
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

extension Publisher {
  /// Calls back with every value; publishers here do not end.
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable { sink(receiveValue: receiveValue) }

  /// Hides what it is.
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher { sink(receiveValue: $0) } }

  /// Gives what `transform` makes of each value.
  public func map<Result>(_ transform: @escaping (Output) -> Result) -> AnyPublisher<Result, Failure> {
    AnyPublisher { receive in sink { receive(transform($0)) } }
  }

  /// Gives what `transform` makes of each value, unless that is nothing.
  public func compactMap<Result>(_ transform: @escaping (Output) -> Result?) -> AnyPublisher<Result, Failure> {
    AnyPublisher { receive in sink { if let value = transform($0) { receive(value) } } }
  }

  /// Gives some of the values.
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
    AnyPublisher { receive in sink { if isIncluded($0) { receive($0) } } }
  }

  /// Leaves out the first values.
  public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> {
    AnyPublisher { receive in
      var left = count
      return sink { value in
        if left > 0 { left -= 1 } else { receive(value) }
      }
    }
  }

  /// Leaves out what is equal to the value before.
  public func removeDuplicates() -> AnyPublisher<Output, Failure> where Output: Equatable {
    AnyPublisher { receive in
      var last: Output?
      return sink { value in
        if value != last { receive(value) }
        last = value
      }
    }
  }

  /// Gives the values on a queue.
  public func receive(on queue: DispatchQueue) -> AnyPublisher<Output, Failure> {
    AnyPublisher { receive in
      sink { value in
        // Safety: the value is handed over, and used by nobody here any more; the closure is the app's, as in Combine.
        nonisolated(unsafe) let (value, receive) = (value, receive)
        queue.async { receive(value) }
      }
    }
  }

  /// Sets a property to each value.
  public func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> AnyCancellable { sink { object[keyPath: keyPath] = $0 } }
}

extension NotificationCenter {
  /// Gives the notifications of a name.
  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> AnyPublisher<Notification, Never> {
    AnyPublisher { receive in
      // Safety: the closure is the app's, called where the notification is posted, as in Combine.
      nonisolated(unsafe) let receive = receive
      let observer = self.addObserver(forName: name, object: object, queue: nil) { receive($0) }
      return AnyCancellable { self.removeObserver(observer) }
    }
  }
}
