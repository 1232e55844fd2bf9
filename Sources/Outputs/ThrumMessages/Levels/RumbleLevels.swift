import ThrumDevice
import ThrumPattern

/// The drive for both motors.
public struct RumbleLevels: Equatable, Sendable {
  /// Fraction of full drive, 0…1.
  public var strong = 0.0
  /// Fraction of full drive, 0…1.
  public var weak = 0.0

  /// Creates levels.
  public init(strong: Double = 0, weak: Double = 0) {
    self.strong = strong
    self.weak = weak
  }

  /// Both motors stopped.
  public static let none = RumbleLevels()
}
