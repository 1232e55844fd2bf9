/// An object whose published properties are watched. There are no views here: who wants to know listens to a property.
public protocol ObservableObject: AnyObject {}

/// A property whose values are given to those who listen to its projected value, `$name`.
@propertyWrapper public struct Published<Value> {
  private let subject: CurrentValueSubject<Value, Never>

  /// A first value.
  public init(wrappedValue: Value) { subject = CurrentValueSubject(wrappedValue) }
  /// A first value.
  public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

  /// The value. A class that is watched is only changed by those who may write to it.
  public var wrappedValue: Value {
    get { subject.value }
    nonmutating set { subject.value = newValue }
  }

  /// The values: the present one, and all that follow.
  public var projectedValue: Publisher { Publisher(subject: subject) }

  /// The values of a property.
  public struct Publisher: Combine.Publisher {
    /// What is given.
    public typealias Output = Value
    /// It never fails.
    public typealias Failure = Never
    fileprivate let subject: CurrentValueSubject<Value, Never>
    /// Calls back with the present value and every one from now on.
    public func sink(receiveValue: @escaping (Value) -> Void) -> AnyCancellable {
      subject.sink(receiveValue: receiveValue)
    }
  }
}
