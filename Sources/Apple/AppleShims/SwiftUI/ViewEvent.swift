/// What happens to a view in a test: see `perform(_:)`.
public enum ViewEvent: Equatable, Sendable {
  case appear, disappear, longPress
  /// Taps in quick succession.
  case taps(Int)
  /// A drag by a distance.
  case drag(CGSize)

  /// One tap.
  public static let tap = ViewEvent.taps(1)
}

/// A view with a closure for an event.
@MainActor public struct EventView<Content: View>: View, UpdatableView {
  let content: Content
  let respond: (ViewEvent) -> Void
  /// The view without the closure.
  public var body: Content { content }

  func play(changesIn next: Any) {
    guard let next = next as? Self else { return }
    content.update(to: next.content)
  }
  func receive(_ event: ViewEvent) {
    content.perform(event)
    respond(event)
  }
}

extension View {
  private func on(_ expected: ViewEvent, _ action: (() -> Void)?) -> EventView<Self> {
    EventView(content: self) { if $0 == expected { action?() } }
  }

  /// Calls a closure when the view appears: in `perform(.appear)`, or when an update shows it in place of another.
  public func onAppear(perform action: (() -> Void)? = nil) -> some View { on(.appear, action) }
  /// Calls a closure when the view disappears.
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View { on(.disappear, action) }
  /// Starts a task when the view appears. It is never cancelled.
  public func task(_ action: @escaping @MainActor @Sendable () async -> Void) -> some View {
    on(.appear) { Task { await action() } }
  }
  /// Calls a closure after taps.
  public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
    on(.taps(count), action)
  }
  /// Calls a closure after a long press.
  public func onLongPressGesture(
    minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, perform action: @escaping () -> Void,
    onPressingChanged: ((Bool) -> Void)? = nil
  ) -> some View {
    on(.longPress) {
      onPressingChanged?(true)
      action()
      onPressingChanged?(false)
    }
  }

  /// Adds a gesture.
  public func gesture<Added: Gesture>(_ gesture: Added) -> some View {
    EventView(content: self) { event in
      if let gesture = gesture as? any RespondingGesture { _ = gesture.respond(to: event) }
    }
  }
  /// Adds a gesture.
  public func simultaneousGesture<Added: Gesture>(_ gesture: Added) -> some View { self.gesture(gesture) }
  /// Adds a gesture.
  public func highPriorityGesture<Added: Gesture>(_ gesture: Added) -> some View { self.gesture(gesture) }
}
