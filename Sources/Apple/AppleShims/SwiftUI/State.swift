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
  /// Creates the property without a value.
  public init() where Value: ExpressibleByNilLiteral { box = Box(nil) }
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
