import Foundation

/// A vector in two dimensions, such as a speed. Linux's Foundation does not declare it.
public struct CGVector: Hashable, Codable, Sendable {
  /// The vector of length zero.
  public static let zero = CGVector()

  /// The horizontal component.
  public var dx: CGFloat
  /// The vertical component.
  public var dy: CGFloat

  /// Creates a vector of length zero.
  public init() { self.init(dx: 0, dy: 0) }
  /// Creates a vector from its components.
  public init(dx: CGFloat, dy: CGFloat) { (self.dx, self.dy) = (dx, dy) }
}
