import Foundation

/// An object that announces changes to its published properties.
public protocol ObservableObject: AnyObject {
  /// The publisher's type.
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never
  /// Publisher that emits before a published property changes.
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// The object's own publisher.
  public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher.publisher(of: self) }
}

/// A publisher that announces changes to an object.
public final class ObservableObjectPublisher: Publisher {
  private let listeners = Listeners<Void, Never>()
  /// Creates a publisher.
  public init() {}
  /// Announces a change.
  public func send() { listeners.send(Void()) }
  /// Subscribes to announcements.
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Never>) -> Void, receiveValue: @escaping (()) -> Void
  ) -> AnyCancellable { listeners.add(receiveCompletion, receiveValue) }
}

extension ObservableObjectPublisher {
  private struct Entry {
    weak var object: AnyObject?
    let publisher: ObservableObjectPublisher
  }

  private static let lock = NSLock()
  // Safety: accessed only under `lock`.
  private nonisolated(unsafe) static var entries: [ObjectIdentifier: Entry] = [:]
  private nonisolated(unsafe) static var pruneCount = 64

  static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    lock.withLock {
      let id = ObjectIdentifier(object)
      if let entry = entries[id], entry.object === object { return entry.publisher }
      if entries.count >= pruneCount {
        entries = entries.filter { $0.value.object != nil }
        pruneCount = max(64, 2 * entries.count)
      }
      let publisher = ObservableObjectPublisher()
      entries[id] = Entry(object: object, publisher: publisher)
      return publisher
    }
  }
}
