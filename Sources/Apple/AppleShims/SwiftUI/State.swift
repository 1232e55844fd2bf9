import Foundation

/// A view's own value. Each view has its own: the new view of an update starts with the initial value.
@propertyWrapper public struct State<Value> {
  private final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  private let box: Box

  /// The value.
  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
  /// Binding to the value.
  public var projectedValue: Binding<Value> {
    let box = box
    return Binding(get: { box.value }, set: { box.value = $0 })
  }
  /// Creates the property.
  public init(wrappedValue: Value) { box = Box(wrappedValue) }
  /// Creates the property.
  public init(initialValue: Value) { box = Box(initialValue) }
}

// An initializer of the type itself would be called for every property without a value, optional or not.
extension State where Value: ExpressibleByNilLiteral {
  /// Creates the property without a value.
  public init() { self.init(initialValue: nil) }
}

/// An object that a view observes. A test updates the view itself.
@propertyWrapper public struct ObservedObject<Object: ObservableObject> {
  /// The object.
  public var wrappedValue: Object
  /// Creates the property.
  public init(wrappedValue: Object) { self.wrappedValue = wrappedValue }
}

/// An object that belongs to a view, made when it is first needed.
@MainActor @propertyWrapper public struct StateObject<Object: ObservableObject> {
  private final class Box {
    let make: () -> Object
    lazy var object = make()
    init(_ make: @escaping () -> Object) { self.make = make }
  }
  // Safety: only read here; the box itself is used on the main actor.
  private nonisolated(unsafe) let box: Box
  /// The object.
  public var wrappedValue: Object { box.object }
  /// Creates the property.
  public nonisolated init(wrappedValue thunk: @autoclosure @escaping () -> Object) { box = Box(thunk) }
}

/// A value accessed through a getter and a setter.
@propertyWrapper public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  /// Creates a binding.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) { (self.get, self.set) = (get, set) }
  /// A binding that ignores changes.
  public static func constant(_ value: Value) -> Binding { Binding(get: { value }, set: { _ in }) }

  /// The value.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
  /// The binding.
  public var projectedValue: Binding { self }
}

/// A value in the user's defaults.
@propertyWrapper public struct AppStorage<Value> {
  private let binding: Binding<Value>

  /// The stored value, or the default.
  public var wrappedValue: Value {
    get { binding.wrappedValue }
    nonmutating set { binding.wrappedValue = newValue }
  }
  /// Binding to the value.
  public var projectedValue: Binding<Value> { binding }

  private init(
    _ key: String, _ store: UserDefaults?, read: @escaping (Any) -> Value?, default value: Value,
    write: @escaping (Value) -> Any?
  ) {
    let store = store ?? .standard
    binding = Binding(
      get: { store.object(forKey: key).flatMap(read) ?? value },
      set: { store.set(write($0), forKey: key) })
  }
}

extension AppStorage {
  /// Stores a Boolean.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Bool {
    self.init(key, store, read: { ($0 as? NSNumber)?.boolValue }, default: wrappedValue, write: { $0 })
  }
  /// Stores an integer.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Int {
    self.init(key, store, read: { ($0 as? NSNumber)?.intValue }, default: wrappedValue, write: { $0 })
  }
  /// Stores a number.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Double {
    self.init(key, store, read: { ($0 as? NSNumber)?.doubleValue }, default: wrappedValue, write: { $0 })
  }
  /// Stores a string.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == String {
    self.init(key, store, read: { $0 as? String }, default: wrappedValue, write: { $0 })
  }
  /// Stores data.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Data {
    self.init(key, store, read: { $0 as? Data }, default: wrappedValue, write: { $0 })
  }
  /// Stores a location.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == URL {
    let store = store ?? .standard
    binding = Binding(get: { store.url(forKey: key) ?? wrappedValue }, set: { store.set($0, forKey: key) })
  }
  /// Stores a raw value.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value: RawRepresentable, Value.RawValue == String {
    self.init(key, store, read: { ($0 as? String).flatMap(Value.init) }, default: wrappedValue, write: { $0.rawValue })
  }
  /// Stores a raw value.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value: RawRepresentable, Value.RawValue == Int {
    self.init(
      key, store, read: { ($0 as? NSNumber).flatMap { Value(rawValue: $0.intValue) } }, default: wrappedValue,
      write: { $0.rawValue })
  }
}
