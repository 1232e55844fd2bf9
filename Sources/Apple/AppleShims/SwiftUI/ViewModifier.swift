import ThrumCombine
import ThrumEngine

/// A change to a view, such as feedback.
@preconcurrency @MainActor public protocol ViewModifier {
  /// Type of the modified view.
  associatedtype Body: View
  /// The view to be modified.
  typealias Content = ModifierContent<Self>
  /// Returns the modified view.
  @ViewBuilder func body(content: Content) -> Body
}

/// The view that a modifier receives.
@MainActor public struct ModifierContent<Modifier: ViewModifier>: View {
  nonisolated init() {}
  /// Never called.
  public var body: Never { fatalError("ModifierContent has no body") }
}

/// A view with a modifier.
@MainActor public struct ModifiedContent<Content: View, Modifier: ViewModifier>: View, UpdatableView {
  let content: Content
  let modifier: Modifier
  /// The modified view.
  public var body: Modifier.Body { modifier.body(content: ModifierContent()) }

  func play(changesIn next: Any) {
    guard let next = next as? Self else { return }
    let (old, new) = EnvironmentChanges.both(self, next) { $0.body }
    old.update(to: new)
    content.update(to: next.content)
  }
  func receive(_ event: ViewEvent) {
    body.perform(event)
    content.perform(event)
  }
}

/// A view that calls a closure when a value changes.
@MainActor public struct ChangeView<Content: View, Value: Equatable>: View, UpdatableView {
  /// Which view's closure is called, as Apple's pages on the two kinds of `onChange` say.
  enum Caller {
    /// That of the view before the change: its closure has captured the old values.
    case before
    /// That of the view after it (since iOS 17), which may also be called when the view appears.
    case after(initially: Bool)
  }

  let content: Content
  let value: Value
  let caller: Caller
  let action: (Value, Value) -> Void
  /// The view without the closure.
  public var body: Content { content }

  func play(changesIn next: Any) {
    guard let next = next as? Self else { return }
    if value != next.value {
      let action = if case .before = caller { action } else { next.action }
      EnvironmentChanges.$current.withValue(EnvironmentChanges.new) { action(value, next.value) }
    }
    content.update(to: next.content)
  }
  func receive(_ event: ViewEvent) {
    content.perform(event)
    if event == .appear, case .after(initially: true) = caller { action(value, value) }
  }
}

/// A view that calls a closure with a publisher's values.
@MainActor public struct SubscriptionView<Content: View, Source: Publisher>: View, UpdatableView
where Source.Failure == Never {
  /// The subscriptions of a test's views.
  private final class Subscriptions { var all: [AnyCancellable] = [] }

  let content: Content
  let publisher: Source
  let action: (Source.Output) -> Void
  /// The view without the closure.
  public var body: Content { content }

  private func subscribe(to publisher: Source) {
    let subscription = publisher.sink(receiveValue: action)
    HapticEnvironment.current.object { Subscriptions() }.all.append(subscription)
  }

  private static func differ<Value: Equatable>(_ a: Value, _ b: Any) -> Bool { a != b as? Value }

  func play(changesIn next: Any) {
    guard let next = next as? Self else { return }
    if let old = publisher as? any Equatable, Self.differ(old, next.publisher) {
      EnvironmentChanges.$current.withValue(EnvironmentChanges.new) { subscribe(to: next.publisher) }
    }
    content.update(to: next.content)
  }
  func receive(_ event: ViewEvent) {
    content.perform(event)
    if event == .appear { subscribe(to: publisher) }
  }
}

/// One of two views.
@MainActor public enum ConditionalContent<First: View, Second: View>: View, UpdatableView {
  case first(First)
  case second(Second)
  /// Never called.
  public var body: Never { fatalError("ConditionalContent has no body") }

  func play(changesIn next: Any) {
    switch (self, next as? Self) {
    case (.first(let old), .first(let next)): old.update(to: next)
    case (.second(let old), .second(let next)): old.update(to: next)
    case (.first(let old), .second(let next)): replace(old, by: next)
    case (.second(let old), .first(let next)): replace(old, by: next)
    default: break
    }
  }
  func receive(_ event: ViewEvent) {
    switch self {
    case .first(let view): view.perform(event)
    case .second(let view): view.perform(event)
    }
  }
  private func replace<Old: View, New: View>(_ old: Old, by new: New) {
    old.perform(.disappear)
    new.perform(.appear)
  }
}

extension ViewBuilder {
  /// Builds the first branch of a condition.
  public static func buildEither<First: View, Second: View>(first: First) -> ConditionalContent<First, Second> {
    .first(first)
  }
  /// Builds the second branch of a condition.
  public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalContent<First, Second> {
    .second(second)
  }
  /// Builds a condition without a second branch.
  public static func buildIf<Content: View>(_ content: Content?) -> ConditionalContent<Content, EmptyView> {
    content.map { .first($0) } ?? .second(EmptyView())
  }
  /// Builds a branch for a system version.
  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> Content { content }
}

extension View {
  /// Applies a modifier.
  public func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
    ModifiedContent(content: self, modifier: modifier)
  }

  /// Calls a closure with a publisher's values from the time at which the view appears, until the test ends. An update
  /// calls the old view's closure with the value of another `Just`, as with ``onChange(of:perform:)``.
  public func onReceive<Source: Publisher>(
    _ publisher: Source, perform action: @escaping (Source.Output) -> Void
  ) -> some View where Source.Failure == Never {
    SubscriptionView(content: self, publisher: publisher, action: action)
  }

  /// Calls the old view's closure with the new value when ``update(to:)`` changes `value`.
  public func onChange<Value: Equatable>(of value: Value, perform action: @escaping (_ new: Value) -> Void) -> some View
  { ChangeView(content: self, value: value, caller: .before) { action($1) } }

  /// Calls the new view's closure with the old and the new value when ``update(to:)`` changes `value` and, if
  /// `initial`, when the view appears.
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping (_ old: Value, _ new: Value) -> Void
  ) -> some View { ChangeView(content: self, value: value, caller: .after(initially: initial), action: action) }

  /// Calls the new view's closure when ``update(to:)`` changes a value and, if `initial`, when the view appears.
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some View { ChangeView(content: self, value: value, caller: .after(initially: initial)) { _, _ in action() } }
}
