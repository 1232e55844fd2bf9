/// Properties of a game pad's two motors. Assumed, since manufacturers publish none (`Docs/Pads.md`).
public struct RumbleProfile: Equatable, Sendable {
  /// The properties of a motor.
  public struct Motor: Equatable, Sendable {
    /// Share of full drive below which the motor does not turn.
    public var threshold: Double
    /// Minimum drive time to be felt, s.
    public var latency: Double

    /// Creates a motor.
    public init(threshold: Double, latency: Double) {
      self.threshold = threshold
      self.latency = latency
    }
  }

  /// Heavy weight in the left grip.
  public var strong: Motor
  /// Light weight in the right grip.
  public var weak: Motor
  /// Crossover frequency between strong and weak motor, Hz.
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

/// Drive of both motors.
public struct RumbleLevels: Equatable, Sendable {
  /// 0…1 of full drive.
  public var strong = 0.0
  /// 0…1 of full drive.
  public var weak = 0.0

  /// Creates levels.
  public init(strong: Double = 0, weak: Double = 0) {
    self.strong = strong
    self.weak = weak
  }

  /// Both motors stopped.
  public static let none = RumbleLevels()
}
