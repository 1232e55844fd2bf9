import Foundation
import ThrumEngine

/// A scene's state.
public enum ScenePhase: Int, Comparable, Hashable, Sendable {
  case background, inactive, active
  /// Whether `a` is further from the user.
  public static func < (a: ScenePhase, b: ScenePhase) -> Bool { a.rawValue < b.rawValue }
}

/// A key of a value that views pass down.
public protocol EnvironmentKey {
  /// Type of the value.
  associatedtype Value
  /// The value unless a view sets another.
  static var defaultValue: Value { get }
}

/// Values that views pass down.
public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  /// The scene's state: in the background while the app is (`Fault.suspendApp`), otherwise active. A view has the state
  /// of the time at which it was made, unless `environment(_:_:)` gives another.
  public var scenePhase: ScenePhase = HapticEnvironment.current.isAppSuspended ? .background : .active
  /// Whether controls react.
  public var isEnabled = true
  /// Whether animations should be reduced.
  public var accessibilityReduceMotion = false

  /// Creates default values.
  public init() {}

  /// The value of a key.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// A value that views further out pass down.
@propertyWrapper public struct Environment<Value> {
  private let path: KeyPath<EnvironmentValues, Value>
  private let defaults = EnvironmentValues()

  /// The value.
  public var wrappedValue: Value { EnvironmentChanges.current.applied(to: defaults)[keyPath: path] }
  /// Creates the property.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { path = keyPath }
}

/// What the views further out have set.
// Safety: used on the main thread, where views are.
struct EnvironmentChanges: @unchecked Sendable {
  /// For closures and bodies that run now.
  @TaskLocal static var current = EnvironmentChanges()
  /// While a view is updated: of the view before and after the change.
  @TaskLocal static var old = EnvironmentChanges()
  @TaskLocal static var new = EnvironmentChanges()

  private var changes: [(inout EnvironmentValues) -> Void] = []

  func applied(to defaults: EnvironmentValues) -> EnvironmentValues {
    changes.reduce(into: defaults) { $1(&$0) }
  }

  func adding(_ change: @escaping (inout EnvironmentValues) -> Void) -> EnvironmentChanges {
    var result = self
    result.changes.append(change)
    return result
  }

  /// Makes the same of the view before and after a change, each with its values.
  static func both<Content, Result>(
    _ before: Content, _ after: Content, _ make: (Content) -> Result
  ) -> (Result, Result) {
    ($current.withValue(old) { make(before) }, $current.withValue(new) { make(after) })
  }
}

/// A view that passes down a value.
@MainActor public struct EnvironmentView<Content: View>: View, UpdatableView {
  let content: Content
  let change: (inout EnvironmentValues) -> Void
  /// The view without the value.
  public var body: Content { content }

  func play(changesIn next: Any) {
    guard let next = next as? Self else { return }
    EnvironmentChanges.$old.withValue(EnvironmentChanges.old.adding(change)) {
      EnvironmentChanges.$new.withValue(EnvironmentChanges.new.adding(next.change)) {
        content.update(to: next.content)
      }
    }
  }
  func receive(_ event: ViewEvent) {
    EnvironmentChanges.$current.withValue(EnvironmentChanges.current.adding(change)) { content.perform(event) }
  }
}

extension View {
  /// Passes down a value.
  public func environment<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some View {
    EnvironmentView(content: self) { $0[keyPath: keyPath] = value }
  }
  /// Lets the controls in the view react, or not.
  public func disabled(_ disabled: Bool) -> some View { environment(\.isEnabled, !disabled) }
}
