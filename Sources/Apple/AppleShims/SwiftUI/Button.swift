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
