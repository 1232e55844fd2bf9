import Foundation

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
