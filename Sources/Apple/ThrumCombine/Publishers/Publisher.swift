@_exported import Foundation

/// The part of Combine used by haptics code, without back pressure.
public protocol Publisher<Output, Failure> {
  /// The values' type.
  associatedtype Output
  /// The error's type.
  associatedtype Failure: Error
  /// Subscribes until the returned object is cancelled or released. No value follows the completion.
  func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable
}

extension Publisher {
  /// Erases the publisher's type.
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

extension Publisher where Failure == Never {
  /// Subscribes to values.
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }

  /// Assigns each value to a property.
  public func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> AnyCancellable { sink { object[keyPath: keyPath] = $0 } }

  /// Values as an asynchronous sequence.
  public var values: AsyncStream<Output> {
    AsyncStream { values in
      let subscription = sink(receiveCompletion: { _ in values.finish() }) { value in
        // Safety: the value is handed over, as in Combine.
        nonisolated(unsafe) let value = value
        values.yield(value)
      }
      // Safety: cancelling takes a lock.
      nonisolated(unsafe) let ending = subscription
      values.onTermination = { _ in ending.cancel() }
    }
  }
}

extension NotificationCenter {
  /// Publishes notifications with a given name.
  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> AnyPublisher<Notification, Never> {
    AnyPublisher { _, receive in
      // Safety: the closure is the app's, called on the posting thread, as in Combine.
      nonisolated(unsafe) let receive = receive
      let observer = self.addObserver(forName: name, object: object, queue: nil) { receive($0) }
      return AnyCancellable { self.removeObserver(observer) }
    }
  }
}
