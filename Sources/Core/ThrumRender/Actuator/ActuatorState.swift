import ThrumDevice
import ThrumPattern

struct ActuatorState: BitwiseCopyable {
  private enum Kind: UInt8, BitwiseCopyable {
    case linear, stepped, spinning
  }

  private let kind: Kind
  var linear: LinearActuator
  private var stepped: SteppedActuator
  private var spinning: SpinningMotor
  let clipVolts: Double

  init(_ settings: RenderSettings) {
    let rate = settings.sampleRate
    // Unused models get placeholder coefficients.
    var resonant: ResonantActuator?
    var motor: EccentricMotor?
    clipVolts = settings.clipVolts
    switch settings.effectiveActuator.model {
    case .resonant(let actuator):
      resonant = actuator
      kind = settings.isNonlinear || settings.tapsDisplacement ? .stepped : .linear
    case .eccentric(let actuator):
      motor = actuator
      kind = .spinning
    }
    let coil = resonant ?? ActuatorState.placeholderMotor
    linear = LinearActuator(coil, sampleRate: rate)
    stepped = SteppedActuator(coil, sampleRate: rate, isNonlinear: settings.isNonlinear)
    spinning = SpinningMotor(motor ?? ActuatorState.standInMotor, sampleRate: rate)
  }

  static let placeholderMotor = ResonantActuator(
    hertz: 125, grams: 2.5, quality: 2.5, forceFactor: 2.078, ohms: 8, microhenries: 100,
    strokeMillimetres: 1, ratedVolts: 1.6, deviceGrams: 170)
  private static let standInMotor = EccentricMotor(
    ratedVolts: 3, resistance: 20, torqueConstant: 1e-3, friction: 7e-8, inertia: 4.8e-9,
    imbalance: 7.5e-7, deviceMass: 0.1)

  var isLinear: Bool { @_noLocks @inline(__always) get { kind == .linear } }

  var isAtRest: Bool {
    @_noLocks @inline(__always) get {
      switch kind {
      case .linear: linear.isAtRest
      case .stepped: stepped.isAtRest
      case .spinning: spinning.isAtRest
      }
    }
  }

  @_noLocks
  mutating func reset() {
    linear.reset()
    stepped.reset()
    spinning.reset()
  }

  /// Only a stepped actuator writes `displacement` (mm), and only an eccentric motor writes ``Harmonics``.
  @_noLocks
  mutating func render(
    drive: UnsafePointer<Double>, into acceleration: UnsafeMutablePointer<Double>,
    displacement: UnsafeMutablePointer<Double>, harmonics: UnsafeMutablePointer<Float>?, frames: FrameCount
  ) {
    switch kind {
    case .linear: linear.render(drive: drive, into: acceleration, frames: frames)
    case .stepped:
      stepped.render(drive: drive, into: acceleration, displacement: displacement, frames: frames)
    case .spinning: spinning.render(drive: drive, into: acceleration, harmonics: harmonics, frames: frames)
    }
  }
}
