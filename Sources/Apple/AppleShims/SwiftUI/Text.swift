/// A view without parts or effect.
@MainActor protocol PlainView: View where Body == Never {}
extension PlainView {
  /// Never called.
  public var body: Never { fatalError("this view has no body") }
}

/// Text.
@MainActor public struct Text: PlainView {
  /// Creates text.
  public nonisolated init<Content: StringProtocol>(_ content: Content) {}
}

/// A picture.
@MainActor public struct Image: PlainView {
  /// Creates a symbol.
  public nonisolated init(systemName: String) {}
  /// Creates a picture.
  public nonisolated init(_ name: String) {}
}

/// A space.
@MainActor public struct Spacer: PlainView {
  /// Creates a space.
  public nonisolated init() {}
}

/// Views below each other.
@MainActor public struct VStack<Content: View>: View {
  /// The views.
  public let body: Content
  /// Creates a stack.
  public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) { body = content() }
}

/// Views next to each other.
@MainActor public struct HStack<Content: View>: View {
  /// The views.
  public let body: Content
  /// Creates a stack.
  public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) { body = content() }
}

/// Views on top of each other.
@MainActor public struct ZStack<Content: View>: View {
  /// The views.
  public let body: Content
  /// Creates a stack.
  public init(@ViewBuilder content: () -> Content) { body = content() }
}

/// Several views.
@MainActor public struct Group<Content: View>: View {
  /// The views.
  public let body: Content
  /// Creates a group.
  public init(@ViewBuilder content: () -> Content) { body = content() }
}

/// A button, which a tap presses unless it is disabled.
@MainActor public struct Button<Label: View>: View, UpdatableView {
  private let action: () -> Void
  private let label: Label
  @Environment(\.isEnabled) private var isEnabled

  /// Creates a button.
  public init(action: @escaping () -> Void, @ViewBuilder label: () -> Label) {
    (self.action, self.label) = (action, label())
  }
  /// Creates a button.
  public init<Title: StringProtocol>(_ title: Title, action: @escaping () -> Void) where Label == Text {
    (self.action, label) = (action, Text(title))
  }
  /// The label.
  public var body: Label { label }

  func play(changesIn next: Any) {
    guard let next = next as? Self else { return }
    label.update(to: next.label)
  }
  func receive(_ event: ViewEvent) {
    label.perform(event)
    if event == .tap, isEnabled { action() }
  }
}
