/// What the two motors of a game pad do, and how they are driven. The numbers are assumptions: makers publish none (`Docs/Pads.md`).
public struct RumbleProfile: Equatable, Sendable {
  /// One motor.
  public struct Motor: Equatable, Sendable {
    /// It does not turn below this share of full drive.
    public var threshold: Double
    /// It must be driven for this long to be felt, s.
    public var latency: Double

    /// Makes a motor.
    public init(threshold: Double, latency: Double) {
      self.threshold = threshold
      self.latency = latency
    }
  }

  /// The heavy weight, in the left grip: rumbles.
  public var strong: Motor
  /// The light weight, in the right grip: buzzes.
  public var weak: Motor
  /// What is lower goes to the strong motor, what is higher to the weak one, Hz.
  public var crossoverHertz: Double

  /// Makes a profile.
  public init(strong: Motor, weak: Motor, crossoverHertz: Double) {
    self.strong = strong
    self.weak = weak
    self.crossoverHertz = crossoverHertz
  }

  /// A usual pad. The crossover is the middle of the band of sharpness, 80 to 230 Hz, by octaves.
  public static let usual = RumbleProfile(
    strong: Motor(threshold: 0.12, latency: 0.05), weak: Motor(threshold: 0.08, latency: 0.03), crossoverHertz: 136)
}

/// How strongly both motors run.
public struct RumbleLevels: Equatable, Sendable {
  /// 0…1 of full drive.
  public var strong = 0.0
  /// 0…1 of full drive.
  public var weak = 0.0

  /// Makes levels.
  public init(strong: Double = 0, weak: Double = 0) {
    self.strong = strong
    self.weak = weak
  }

  /// Both stand still.
  public static let none = RumbleLevels()
}
