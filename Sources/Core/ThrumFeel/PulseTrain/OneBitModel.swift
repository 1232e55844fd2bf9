import ThrumDevice
import ThrumPattern

/// How a motor moves that is either on or off, in steps of a millisecond.
///
/// Its motion, 0…1, is the eccentric weight's speed or the vibration's amplitude, relative to that in full motion; both
/// follow the drive like a first-order system. An eccentric weight at rest follows after its dead time.
struct OneBitModel: Sendable {
  struct State {
    fileprivate(set) var motion: Float = 0
    fileprivate var start = MotorStart()

    /// Motions closer than this count as equal.
    private static let nearness: Float = 0.002

    /// Whether the motor moves in almost the same way after both states.
    @inline(__always)
    func isNear(_ other: State) -> Bool { start == other.start && abs(motion - other.motion) < State.nearness }
  }

  /// Dead time of an eccentric motor, ms.
  let deadTime: Int32
  /// Share of the motion that remains after a millisecond without drive.
  private let decay: Float
  /// Felt energy relative to full motion, at equal steps of the motion from 0 to 1.
  private let energies: [Float]

  static let energySteps = 512

  /// - Parameters:
  ///   - hertz: frequency in full motion.
  ///   - acceleration: in full motion, g.
  ///   - power: of the motion, to which the acceleration is proportional: 2 for an eccentric weight, else 1.
  ///   - timeConstant: in milliseconds.
  ///   - deadTime: in milliseconds.
  init(hertz: Double, acceleration: Double, power: Int, timeConstant: Double, deadTime: Int32) {
    self.deadTime = deadTime
    decay = Float(exponential(-1 / max(1e-3, timeConstant)))
    energies = OneBitModel.energies(hertz, acceleration, power: power)
  }

  /// At a step of the motion from 0 to ``energySteps``. A motor that is on has started.
  func state(atStep step: Int, isOn: Bool) -> State {
    State(motion: Float(step) / Float(OneBitModel.energySteps), start: MotorStart(drivenSteps: isOn ? deadTime : 0))
  }

  /// Returns the state a millisecond later.
  @inline(__always)
  func next(_ state: State, isOn: Bool) -> State {
    var state = state
    let isTurning = state.motion >= Float(MotorStart.restShare)
    let reaches = state.start.reaches(after: deadTime, isDriven: isOn, isTurning: isTurning)
    state.motion = isOn && reaches ? 1 - (1 - state.motion) * decay : state.motion * decay
    return state
  }

  @inline(__always)
  func energy(_ state: State) -> Float { energies[Int(state.motion * Float(OneBitModel.energySteps) + 0.5)] }

  /// Returns the time from a switch to the middle of a pulse's energy, ms, in steps of 10 ms.
  func lag(pulse: Int) -> Int {
    var state = State()
    var (sum, moment): (Float, Float) = (0, 0)
    for time in 0..<1_000 {
      state = next(state, isOn: time < pulse)
      let energy = energy(state)
      sum += energy
      moment += energy * Float(time)
    }
    let perStep = Float(PulseDesign.perStep)
    return sum > 0 ? Int(saturating: perStep * (moment / sum / perStep).rounded()) : 0
  }

  private static func energies(_ hertz: Double, _ acceleration: Double, power: Int) -> [Float] {
    func level(_ state: Double) -> Double {
      let amplitude = acceleration * (power == 2 ? state * state : state)
      return FeltStrength.level(of: decibels(max(1e-9, amplitude)), atHertz: power == 2 ? hertz * state : hertz)
    }
    let full = level(1)
    return (0...energySteps).map { step in
      guard step > 0 else { return 0 }
      let relative = gain(decibels: level(Double(step) / Double(energySteps)) - full)
      return Float(relative * relative)
    }
  }
}
