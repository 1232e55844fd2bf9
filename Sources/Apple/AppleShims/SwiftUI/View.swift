@_exported import Foundation
@_exported import ThrumCombine
@_exported import UIKit

/// A part of the user interface. Nothing is drawn: tests change views with ``update(to:)`` and use them with
/// ``perform(_:)``.
@preconcurrency @MainActor public protocol View {
  /// The body's type.
  associatedtype Body: View
  /// The view's content.
  @ViewBuilder var body: Body { get }
}

/// A view without content.
@MainActor public struct EmptyView: View {
  /// Creates the view.
  public nonisolated init() {}
  /// Never called.
  public var body: Never { fatalError("EmptyView has no body") }
}

extension Never: View {
  /// Never called.
  public var body: Never { fatalError("Never has no body") }
}

/// Builds a body.
@resultBuilder public enum ViewBuilder {
  /// Builds an empty body.
  public static func buildBlock() -> EmptyView { EmptyView() }
  /// Builds a body of one view.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  /// Builds a body of several views.
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<repeat each Content> {
    TupleView(content: (repeat each content))
  }
}

extension View {
  /// Plays feedback and calls closures for every value that differs in `next`, as a phone does after a state change.
  public func update(to next: Self) {
    if let view = self as? any UpdatableView {
      view.play(changesIn: next)
    } else if Body.self != Never.self {
      let (old, new) = EnvironmentChanges.both(self, next) { $0.body }
      old.update(to: new)
    }
  }

  /// Runs the closures that the view and its parts have for an event, as a phone does.
  public func perform(_ event: ViewEvent) {
    if let view = self as? any UpdatableView {
      view.receive(event)
    } else if Body.self != Never.self {
      body.perform(event)
    }
  }
}

/// Several views.
@MainActor public struct TupleView<each Content: View>: View, UpdatableView {
  // Safety: only a view's builder, which need not be isolated, and the main actor use it.
  nonisolated(unsafe) let content: (repeat each Content)
  nonisolated init(content: (repeat each Content)) { self.content = content }
  /// Never called.
  public var body: Never { fatalError("TupleView has no body") }

  func play(changesIn next: Any) {
    guard let next = next as? Self else { return }
    repeat (each content).update(to: each next.content)
  }
  func receive(_ event: ViewEvent) { repeat (each content).perform(event) }
}

/// An animation that has no effect: state changes at once.
public struct Animation: Equatable, Sendable {
  /// Default animation.
  public static let `default` = Animation()
  /// Constant speed.
  public static let linear = Animation()
  /// Slow at the start.
  public static let easeIn = Animation()
  /// Slow at the end.
  public static let easeOut = Animation()
  /// Slow at both ends.
  public static let easeInOut = Animation()
  /// A spring.
  public static let spring = Animation()
  /// Constant speed.
  public static func linear(duration: Double) -> Animation { Animation() }
  /// Slow at the start.
  public static func easeIn(duration: Double) -> Animation { Animation() }
  /// Slow at the end.
  public static func easeOut(duration: Double) -> Animation { Animation() }
  /// Slow at both ends.
  public static func easeInOut(duration: Double) -> Animation { Animation() }
  /// A spring.
  public static func spring(response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0)
    -> Animation
  { Animation() }
}

/// Changes state without an animation.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result { try body() }
