import Foundation

/// Something that a finger does.
@preconcurrency @MainActor public protocol Gesture<Value> {
  /// Describes the gesture.
  associatedtype Value
}

@MainActor protocol RespondingGesture<Value>: Gesture {
  /// Returns the gesture's values if the event is one: while it lasts, and at its end.
  func respond(to event: ViewEvent) -> (changes: [Value], end: Value?)
}

/// Taps.
@MainActor public struct TapGesture: RespondingGesture {
  private let count: Int
  /// Creates the gesture.
  public nonisolated init(count: Int = 1) { self.count = count }
  /// Describes nothing.
  public typealias Value = Void
  func respond(to event: ViewEvent) -> (changes: [Void], end: Void?) { ([], event == .taps(count) ? () : nil) }
}

/// A long press.
@MainActor public struct LongPressGesture: RespondingGesture {
  /// Creates the gesture.
  public nonisolated init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) {}
  /// Whether the finger is down.
  public typealias Value = Bool
  func respond(to event: ViewEvent) -> (changes: [Bool], end: Bool?) {
    event == .longPress ? ([true], true) : ([], nil)
  }
}

/// A drag.
@MainActor public struct DragGesture: RespondingGesture {
  /// A drag so far.
  public struct Value: Equatable, Sendable {
    /// Distance from the start.
    public let translation: CGSize
    /// Where the drag began: always the origin.
    public var startLocation: CGPoint { .zero }
    /// Where the finger is.
    public var location: CGPoint { CGPoint(x: translation.width, y: translation.height) }
    /// Always ``translation``.
    public var predictedEndTranslation: CGSize { translation }
    /// Always ``location``.
    public var predictedEndLocation: CGPoint { location }
  }
  /// Creates the gesture.
  public nonisolated init(minimumDistance: CGFloat = 10) {}
  func respond(to event: ViewEvent) -> (changes: [Value], end: Value?) {
    guard case .drag(let translation) = event else { return ([], nil) }
    return ([Value(translation: translation)], Value(translation: translation))
  }
}

/// A gesture with a closure.
@MainActor public struct GestureWithAction<Base: Gesture>: RespondingGesture {
  /// Same as the gesture's.
  public typealias Value = Base.Value
  let base: Base
  var changed: ((Value) -> Void)?
  var ended: ((Value) -> Void)?

  func respond(to event: ViewEvent) -> (changes: [Value], end: Value?) {
    guard let base = base as? any RespondingGesture<Value> else { return ([], nil) }
    let values = base.respond(to: event)
    if let changed { for value in values.changes { changed(value) } }
    if let ended, let end = values.end { ended(end) }
    return values
  }
}

extension Gesture {
  /// Calls a closure during the gesture.
  public func onChanged(_ action: @escaping (Value) -> Void) -> GestureWithAction<Self> where Value: Equatable {
    GestureWithAction(base: self, changed: action)
  }
  /// Calls a closure at the end of the gesture.
  public func onEnded(_ action: @escaping (Value) -> Void) -> GestureWithAction<Self> {
    GestureWithAction(base: self, ended: action)
  }
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
