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
