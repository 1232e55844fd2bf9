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
