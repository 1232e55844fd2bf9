/// A motor with an eccentric weight, as in old phones and game pads. Its speed sets the vibration's frequency and
/// strength.
///
///     J ω' = Kt i − b ω        V = R i + Kt ω        F = m·r·ω² sin θ
///
/// Values are in SI units. A DC motor without inductance is a first-order system: τ = J·R/(Kt² + b·R). A weight at rest
/// begins to turn ``startSeconds`` after the drive.
public struct EccentricMotor: Equatable, Sendable {
  /// Rated voltage, V.
  public var ratedVolts: Double
  /// Winding resistance R, Ω.
  public var resistance: Double
  /// Torque constant Kt, N·m/A.
  public var torqueConstant: Double
  /// Friction b, N·m·s.
  public var friction: Double
  /// Moment of inertia J, kg·m².
  public var inertia: Double
  /// Eccentric mass times its radius, kg·m.
  public var imbalance: Double
  /// Mass of the shaken device, kg.
  public var deviceMass: Double
  /// Dead time: how long after the drive begins a weight at rest begins to turn (`MotorStart`), s. The driver's start
  /// and the friction of a standing motor cause it.
  public var startSeconds: Double

  /// Creates a motor.
  public init(
    ratedVolts: Double, resistance: Double, torqueConstant: Double, friction: Double, inertia: Double,
    imbalance: Double, deviceMass: Double, startSeconds: Double = 0
  ) {
    self.ratedVolts = ratedVolts
    self.resistance = resistance
    self.torqueConstant = torqueConstant
    self.friction = friction
    self.inertia = inertia
    self.imbalance = imbalance
    self.deviceMass = deviceMass
    self.startSeconds = startSeconds
  }

  /// Reason why the motor cannot be rendered, if any.
  public var problem: String? {
    let values = [
      MotorValue("rated drive", ratedVolts, 0.001...1_000, "V"),
      MotorValue("resistance", resistance, 0.01...10_000, "Ω"),
      MotorValue("torque constant", torqueConstant, 1e-6...10, "N·m/A"),
      MotorValue("friction", friction, 1e-12...1, "N·m·s"),
      MotorValue("inertia", inertia, 1e-12...1, "kg·m²"),
      MotorValue("imbalance", imbalance, 1e-10...1, "kg·m"),
      MotorValue("device's mass", deviceMass * 1e3, 0.1...1_000_000, "g"),
      MotorValue("dead time", startSeconds * 1e3, 0...1_000, "ms"),
    ]
    return values.lazy.compactMap { $0.problem }.first
  }

  private var load: Double { torqueConstant * torqueConstant + friction * resistance }
  /// Time from the start of the motion to 63 % of the final speed, s.
  public var timeConstant: Double { inertia * resistance / load }
  /// Final speed per volt, rad/s.
  package var speedPerVolt: Double { torqueConstant / load }
  /// Final speed at the rated voltage, Hz.
  public var ratedHertz: Double { ratedVolts * speedPerVolt / (2 * .pi) }
  /// Current at the rated voltage and final speed, A.
  public var ratedCurrent: Double {
    (ratedVolts - torqueConstant * ratedVolts * speedPerVolt) / resistance
  }
  /// Peak acceleration of the device at the rated voltage, m/s².
  public var ratedAcceleration: Double { acceleration(atHertz: ratedHertz) }

  /// Peak acceleration of the device, m/s².
  package func acceleration(atHertz hertz: Double) -> Double {
    let speed = 2 * .pi * hertz
    return imbalance * speed * speed / deviceMass
  }
}
