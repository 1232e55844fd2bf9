// Linux's Foundation declares CGFloat, CGPoint, CGSize and CGRect.
@_exported import Foundation
@_exported import ThrumCombine

/// A two-dimensional vector, missing from Linux's Foundation.
public struct CGVector: Hashable, Codable, Sendable {
  /// The zero vector.
  public static let zero = CGVector()

  /// Horizontal component.
  public var dx: CGFloat
  /// Vertical component.
  public var dy: CGFloat

  /// Creates a zero vector.
  public init() { self.init(dx: 0, dy: 0) }
  /// Creates a vector.
  public init(dx: CGFloat, dy: CGFloat) { (self.dx, self.dy) = (dx, dy) }
}
