import Foundation

/// A property that publishes its new value through `$name`, before the property changes.
@propertyWrapper public struct Published<Value> {
  private let storage: Storage

  /// Sets the initial value.
  public init(wrappedValue: Value) { storage = Storage(wrappedValue) }
  /// Sets the initial value.
  public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

  /// Current value.
  public var wrappedValue: Value {
    get { storage.value }
    nonmutating set { storage.change(to: newValue) }
  }

  /// Current value of a property in a class. An ``ObservableObject`` announces a change first.
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner, wrapped wrapped: ReferenceWritableKeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, Published<Value>>
  ) -> Value {
    get { owner[keyPath: storage].wrappedValue }
    set {
      if let observable = owner as? any ObservableObject { announce(observable) }
      owner[keyPath: storage].wrappedValue = newValue
    }
  }

  private static func announce(_ object: some ObservableObject) {
    (object.objectWillChange as? ObservableObjectPublisher)?.send()
  }

  /// Publisher of the current value and every new one.
  public var projectedValue: Publisher {
    get { Publisher(storage: storage) }
    nonmutating set {}
  }

  /// A publisher of a property's values.
  public struct Publisher: ThrumCombine.Publisher {
    let storage: Storage
    /// Subscribes, starting with the current value.
    public func sink(
      receiveCompletion: @escaping (Subscribers.Completion<Never>) -> Void, receiveValue: @escaping (Value) -> Void
    ) -> AnyCancellable {
      receiveValue(storage.value)
      return storage.listeners.add(receiveCompletion, receiveValue)
    }
  }

  final class Storage {
    private let lock = NSRecursiveLock()
    private var last: Value
    let listeners = Listeners<Value, Never>()
    /// Subscriptions made by `assign(to:)`, which live as long as the property.
    private var assignments: [AnyCancellable] = []

    init(_ value: Value) { last = value }

    var value: Value { lock.withLock { last } }

    func change(to value: Value) {
      listeners.send(value)
      // The old value is released outside the lock, since its deinit may read the property.
      let gone = lock.withLock {
        let gone = last
        last = value
        return gone
      }
      withExtendedLifetime(gone) {}
    }

    func keep(_ assignment: AnyCancellable) { lock.withLock { assignments.append(assignment) } }
  }
}

extension Publisher where Failure == Never {
  /// Assigns each value to a published property for as long as the property exists.
  public func assign(to published: inout Published<Output>.Publisher) {
    let storage = published.storage
    storage.keep(sink { [weak storage] in storage?.change(to: $0) })
  }
}

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
