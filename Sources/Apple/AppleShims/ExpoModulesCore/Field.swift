import Dispatch

/// A field of a record. Copies of a record share it.
@propertyWrapper public final class Field<Value> {
  private var value: Value?
  /// The value. Reading a required field that was never set ends the program.
  public var wrappedValue: Value {
    get {
      guard let value else { fatalError("a required field of type \(Value.self) was read before it was set") }
      return value
    }
    set { value = newValue }
  }
  /// Creates a field with a value.
  public init(wrappedValue: Value) { value = wrappedValue }
  /// Creates a required field.
  public init() {}
  /// Creates an optional field.
  public init() where Value: ExpressibleByNilLiteral { value = .some(nil) }
}

extension Field: AnyField {
  func set(from member: Any) -> Bool {
    guard let new = converted(member, to: Value.self) else { return false }
    wrappedValue = new
    return true
  }
}
