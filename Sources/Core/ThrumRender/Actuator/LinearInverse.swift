import ThrumDevice
import ThrumPattern

extension LinearInverse {
  /// Returns volts and final state for one unit of an input. The first three inputs are the state; the others are
  /// accelerations, which `share` distributes over the frames.
  func response(
    to input: Int, frames: Int, _ share: (_ acceleration: Int, _ frame: Int) -> Double
  ) -> (volts: [Double], state: SIMD4<Double>) {
    var filter = self
    filter.state = .zero
    if input < 3 { filter.state[input] = 1 }
    let volts = (0..<frames).map { filter.next(input < 3 ? 0 : share(input - 3, $0)) }
    return (volts, filter.state)
  }
}

/// Inverse of a motor's linear model: the voltage for a desired acceleration of the device (decision 0030).
///
///     F = m·a + c·v + k·x        V = R·F/Bl + Bl·v
///
/// Velocity and displacement are leaky integrals of the desired acceleration, so the result is the acceleration after a
/// second-order high-pass. ``gain(atHertz:_:)`` compensates for the loss. Neglecting the coil's inductance costs one
/// degree of phase at 230 Hz.
struct LinearInverse: BitwiseCopyable, Equatable, Sendable {
  /// First and second leaky integrals of the mass's acceleration, its last value, and an unused element.
  var state = SIMD4<Double>.zero
  /// Corner frequency of the leaky integrals, rad/s.
  private let corner: Double
  /// Fraction of an integral that remains after a frame, and half a frame's contribution.
  private let rest: Double
  private let share: Double
  /// Volts per unit of the mass's acceleration and per unit of each leaky integral.
  private let ofAcceleration: Double
  private let ofFirst: Double
  private let ofSecond: Double
  /// Ratio of the mass's acceleration to that of the device.
  private let massGain: Double

  /// The corner is at 0.56 times the band's lowest frequency.
  init(_ actuator: ResonantActuator, lowestHertz: Double, sampleRate: SampleRate) {
    corner = 2 * .pi * 0.5625 * lowestHertz
    let half = corner / (2 * sampleRate)
    rest = (1 - half) / (1 + half)
    share = 1 / (2 * sampleRate * (1 + half))
    massGain = 1 / actuator.deviceGain
    let (m, c, k) = (actuator.movingMass, actuator.damping, actuator.stiffness)
    let perForce = actuator.resistance / actuator.forceFactor
    // With the integrals p and q of the desired acceleration w: a = w − 2εp + ε²q, v = p − εq, x = q.
    ofAcceleration = perForce * m
    ofFirst = perForce * (c - 2 * corner * m) + actuator.forceFactor
    ofSecond = perForce * (m * corner * corner - c * corner + k) - actuator.forceFactor * corner
  }

  /// Creates the inverse. A plain drive ignores it.
  init(_ settings: RenderSettings) {
    let lowest = settings.sharpness.lowestHertz / settings.monitor.frequencyDivisor
    if case .resonant(let actuator) = settings.effectiveActuator.model {
      self.init(actuator, lowestHertz: lowest, sampleRate: settings.sampleRate)
    } else {
      self.init(ActuatorState.placeholderMotor, lowestHertz: lowest, sampleRate: settings.sampleRate)
    }
  }

  /// Returns the gain that compensates for the high-pass at a frequency.
  func gain(atHertz hertz: Double, _ actuator: ResonantActuator) -> Double {
    let integral = Complex(1) / Complex(corner, 2 * .pi * hertz)
    let volts = Complex(ofAcceleration) + integral * (Complex(ofFirst) + integral * Complex(ofSecond))
    return 1 / (volts.magnitude * massGain * actuator.deviceAcceleration(perVoltAtHertz: hertz))
  }

  /// Returns the voltage of the next frame for an acceleration of the device, m/s².
  mutating func next(_ wanted: Double) -> Double {
    let acceleration = wanted * massGain
    let first = rest * state.x + share * (acceleration + state.z)
    let second = rest * state.y + share * (first + state.x)
    state = SIMD4(first, second, acceleration, 0)
    return ofAcceleration * acceleration + (ofFirst * first + ofSecond * second)
  }

  var isAtRest: Bool { @_noLocks @inline(__always) get { state.x == 0 && state.y == 0 && state.z == 0 } }

  /// Clears a state that contributes less than 1 µV.
  @_noLocks @inline(__always)
  mutating func settle() {
    guard state.z.magnitude < 1e-6 else { return }
    if (ofFirst * state.x).magnitude < 1e-6, (ofSecond * state.y).magnitude < 1e-6 { state = .zero }
  }
}
