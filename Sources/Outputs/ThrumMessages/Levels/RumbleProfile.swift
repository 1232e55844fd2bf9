import ThrumDevice
import ThrumPattern

/// Assumed properties of a game pad's two motors, since manufacturers publish none (`Docs/Pads.md`).
public struct RumbleProfile: Equatable, Sendable {
  /// The properties of a motor.
  public struct Motor: Equatable, Sendable {
    /// Fraction of full drive below which the motor does not turn.
    public var threshold: Double
    /// Minimum drive time that can be felt, s.
    public var latency: Double

    /// Creates a motor.
    public init(threshold: Double, latency: Double) {
      self.threshold = threshold
      self.latency = latency
    }
  }

  /// The heavy motor in the left grip.
  public var strong: Motor
  /// The light motor in the right grip.
  public var weak: Motor
  /// Crossover frequency between the motors, Hz.
  public var crossoverHertz: Double

  /// Creates a profile.
  public init(strong: Motor, weak: Motor, crossoverHertz: Double) {
    self.strong = strong
    self.weak = weak
    self.crossoverHertz = crossoverHertz
  }

  /// A typical pad. The crossover is the geometric mean of the sharpness band, 80 to 230 Hz.
  public static let usual = RumbleProfile(
    strong: Motor(threshold: 0.12, latency: 0.05), weak: Motor(threshold: 0.08, latency: 0.03), crossoverHertz: 136)
}
