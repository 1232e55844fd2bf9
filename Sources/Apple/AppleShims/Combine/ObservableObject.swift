/// An object with published properties. There is no `objectWillChange`: subscribe to a property.
public protocol ObservableObject: AnyObject {}

/// A property that publishes its values through `$name`.
@propertyWrapper public struct Published<Value> {
  private let subject: CurrentValueSubject<Value, Never>

  /// Sets the initial value.
  public init(wrappedValue: Value) { subject = CurrentValueSubject(wrappedValue) }
  /// Sets the initial value.
  public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

  /// The current value.
  public var wrappedValue: Value {
    get { subject.value }
    nonmutating set { subject.value = newValue }
  }

  /// Publishes the current value and every new one.
  public var projectedValue: Publisher { Publisher(subject: subject) }

  /// A publisher of a property's values.
  public struct Publisher: Combine.Publisher {
    /// The values' type.
    public typealias Output = Value
    /// Never fails.
    public typealias Failure = Never
    fileprivate let subject: CurrentValueSubject<Value, Never>
    /// Subscribes, starting with the current value.
    public func sink(receiveValue: @escaping (Value) -> Void) -> AnyCancellable {
      subject.sink(receiveValue: receiveValue)
    }
  }
}
