/// A part of the user interface. Nothing is drawn: views exist to test ``sensoryFeedback(_:trigger:)``.
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

/// Builds a body of at most one view.
@resultBuilder public enum ViewBuilder {
  /// Builds an empty body.
  public static func buildBlock() -> EmptyView { EmptyView() }
  /// Builds a body of one view.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

extension View {
  /// Plays feedback and calls closures for every value that differs in `next`, as a phone does after a state change.
  public func update(to next: Self) {
    if let view = self as? any UpdatableView {
      view.play(changesIn: next)
    } else if Body.self != Never.self {
      body.update(to: next.body)
    }
  }
}

@MainActor protocol UpdatableView {
  func play(changesIn next: Any)
}
