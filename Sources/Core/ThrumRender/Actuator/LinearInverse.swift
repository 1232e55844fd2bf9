import ThrumDevice

/// The volts that make a motor's device accelerate as wanted, frame by frame: the inverse of its linear model.
///
///     F = m·a + c·v + k·x        V = R·F/Bl + Bl·v
///
/// Velocity and place are what the wanted acceleration leads to, each integral leaking below a corner that lies under the band: a
/// motor cannot follow a drift. So what is felt is the wanted acceleration through a high-pass of second order, whose loss at a
/// frequency ``gain(atHertz:_:)`` makes good. The coil's inductance, a degree at 230 Hz, is left out.
///
/// - Thread: the one that renders; made before it starts and freed after it has ended.
struct LinearInverse: BitwiseCopyable, Equatable, Sendable {
  /// First and second leaking integral of the mass's acceleration, its last acceleration, unused.
  var state = SIMD4<Double>.zero
  /// Corner of the leaking integrals, rad/s.
  private let corner: Double
  /// What remains of an integral after a frame, and half of what a frame adds.
  private let rest: Double
  private let share: Double
  /// Volts for the acceleration of the mass, and for its first and second leaking integral.
  private let ofAcceleration: Double
  private let ofFirst: Double
  private let ofSecond: Double
  /// Accelerations of the mass for one of the device.
  private let massGain: Double

  /// A corner at 0.56 of the lowest frequency that is to be felt.
  init(_ actuator: ResonantActuator, lowestHertz: Double, sampleRate: SampleRate) {
    corner = 2 * .pi * 0.5625 * lowestHertz
    let half = corner / (2 * sampleRate)
    rest = (1 - half) / (1 + half)
    share = 1 / (2 * sampleRate * (1 + half))
    massGain = 1 / actuator.deviceGain
    let (m, c, k) = (actuator.movingMass, actuator.damping, actuator.stiffness)
    let perForce = actuator.resistance / actuator.forceFactor
    // With the integrals p and q of the wanted acceleration w: a = w − 2εp + ε²q, v = p − εq, x = q.
    ofAcceleration = perForce * m
    ofFirst = perForce * (c - 2 * corner * m) + actuator.forceFactor
    ofSecond = perForce * (m * corner * corner - c * corner + k) - actuator.forceFactor * corner
  }

  /// For what the settings ask; a motor that is driven plainly never uses it.
  init(_ settings: RenderSettings) {
    let lowest = settings.sharpness.lowestHertz / settings.monitor.frequencyDivisor
    if case .resonant(let actuator) = settings.effectiveActuator.model {
      self.init(actuator, lowestHertz: lowest, sampleRate: settings.sampleRate)
    } else {
      self.init(ActuatorState.standIn, lowestHertz: lowest, sampleRate: settings.sampleRate)
    }
  }

  /// How much more has to be wanted at a frequency than is to be felt.
  func gain(atHertz hertz: Double, _ actuator: ResonantActuator) -> Double {
    let integral = Complex(1) / Complex(corner, 2 * .pi * hertz)
    let volts = Complex(ofAcceleration) + integral * (Complex(ofFirst) + integral * Complex(ofSecond))
    return 1 / (volts.magnitude * massGain * actuator.deviceAcceleration(perVoltAtHertz: hertz))
  }

  /// The volts of the next frame, where an acceleration of the device is wanted, m/s².
  mutating func next(_ wanted: Double) -> Double {
    let acceleration = wanted * massGain
    let first = rest * state.x + share * (acceleration + state.z)
    let second = rest * state.y + share * (first + state.x)
    state = SIMD4(first, second, acceleration, 0)
    return ofAcceleration * acceleration + (ofFirst * first + ofSecond * second)
  }

  /// Whether nothing is left of what was wanted.
  ///
  /// - Real-time: yes.
  var isAtRest: Bool { @_noLocks @inline(__always) get { state.x == 0 && state.y == 0 && state.z == 0 } }

  /// Forgets what asks for less than a millionth of a volt.
  ///
  /// - Real-time: yes.
  @_noLocks @inline(__always)
  mutating func settle() {
    // Magnitudes: the sign of what oscillates is no branch that a processor could predict.
    guard state.z.magnitude < 1e-6 else { return }
    if (ofFirst * state.x).magnitude < 1e-6, (ofSecond * state.y).magnitude < 1e-6 { state = .zero }
  }
}
