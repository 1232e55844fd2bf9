import ThrumDevice
import ThrumOffline
import ThrumPattern

/// A motor that is either at its rated drive or off: an eccentric one at its rated voltage, or a resonant one at its
/// resonance.
///
/// Its motion, 0…1, is the eccentric weight's speed or the vibration's amplitude, relative to that in full motion; both
/// follow the drive like a first-order system. An eccentric weight at rest follows after its dead time.
package struct OneBitMotor: Sendable {
  package let name: String
  /// Shortest pulse, ms: felt clearly by itself and at least one period, and on a resonant motor long enough for a
  /// quarter of the full amplitude.
  package let shortestPulse: Int
  /// Shortest gap, ms: the vibration falls to half its amplitude, and a finger could tell two taps apart.
  package let shortestGap: Int
  /// Time from a switch to the middle of the shortest pulse's energy, ms, in steps of 10 ms. The train as a whole is
  /// felt later by this.
  package private(set) var lag: Int
  /// Felt level in full motion, dB over the threshold.
  package let fullLevel: Double
  /// Time from the start of the motion to 63 % of the final one, ms.
  let timeConstant: Double
  /// Share of the motion that remains after a millisecond without drive.
  private let decay: Float
  /// Dead time of an eccentric motor, ms.
  let deadTime: Int
  /// Felt energy relative to full motion, at equal steps of the motion from 0 to 1.
  let energies: [Float]
  private let settings: RenderSettings

  static let energySteps = 512

  /// An eccentric motor, as in cheap pads and old phones: assumed of a device whose motor is not known.
  package static let assumed = OneBitMotor(FeelMotor(.eccentric))

  /// Motors that devices without strengths may have.
  package static let usual = [assumed] + [ActuatorPreset.coin175, .coin235].map { OneBitMotor(FeelMotor($0)) }

  package init(_ motor: FeelMotor) {
    name = motor.name
    var settings = motor.model
    settings.sampleRate = 8_000
    settings.drive = .plain
    settings.isRaw = true
    settings.squaresIntensity = false
    settings.brakesTransients = false
    // A switch neither fades in nor out, and has no time limit.
    settings.envelope.attack = 1e-4...1
    settings.envelope.release = 1e-4...1
    settings.continuousLimitSeconds = 2 * PulseDesign.longest
    let (hertz, seconds, acceleration, power): (Double, Double, Double, Int)
    var deadTime = 0
    switch settings.effectiveActuator.model {
    case .eccentric(let motor):
      (hertz, seconds, power) = (motor.ratedHertz, motor.timeConstant, 2)
      acceleration = motor.ratedAcceleration
      deadTime = Int(saturating: (1_000 * motor.startSeconds).rounded())
    case .resonant(let actuator):
      (hertz, seconds, power) = (actuator.resonanceHertz, actuator.quality / (.pi * actuator.resonanceHertz), 1)
      acceleration = actuator.maximumVolts * actuator.deviceAcceleration(perVoltAtHertz: hertz)
      settings.sharpness = SharpnessMap(lowestHertz: hertz, highestHertz: hertz)
    }
    self.settings = settings
    self.deadTime = deadTime
    let timeConstant = 1_000 * seconds
    self.timeConstant = timeConstant
    decay = Float(exponential(-1 / max(1e-3, timeConstant)))
    energies = OneBitMotor.energies(hertz, acceleration / standardGravity, power: power)
    // Each time in which the state falls, or still lacks, this share.
    func milliseconds(_ share: Double) -> Double { -timeConstant * logarithmBase2(share) / 1.442_695_040_888_963_4 }
    let gap = milliseconds(FeelJudge.decayed) / Double(power)
    shortestGap = Int(saturating: min(1_000, max(1_000 * FeelJudge.fingertip, gap)).rounded(.up))
    let quarter = power == 2 ? 0 : milliseconds(1 - 0.25)
    let full = OneBitMotor.levels(of: PulseTrain([.init(start: 0, end: 1_500)]), settings, Work<Never>.endless)
    let fullLevel = full.map { $0.decibels }.max() ?? FeltMeter.silence
    self.fullLevel = fullLevel
    var (short, long) = (Int(saturating: min(999, max(quarter, 1_000 / hertz)).rounded(.up)) - 1, 1_000)
    while long - short > 1 {
      let middle = (short + long) / 2
      let train = PulseTrain([.init(start: 0, end: middle)])
      let level =
        OneBitMotor.levels(of: train, settings, Work<Never>.endless).map { $0.decibels }.max()
        ?? FeltMeter.silence
      if level >= min(FeelVerdict.clearLevel, fullLevel - 6) { long = middle } else { short = middle }
    }
    shortestPulse = long
    lag = 0
    lag = lag(pulse: long)
  }

  private func lag(pulse: Int) -> Int {
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

  /// Milliseconds by which a pulse may outlast the design, for a motor that rises slowly.
  var reach: Int { min(1_000, deadTime + Int(saturating: timeConstant.rounded(.up))) }

  struct State {
    fileprivate(set) var motion: Float = 0
    /// How long a drive has been starting the motor, ms.
    fileprivate var started = 0
  }

  /// At a step of the motion from 0 to ``energySteps``. A motor that is on has started.
  func state(atStep step: Int, isOn: Bool) -> State {
    State(motion: Float(step) / Float(OneBitMotor.energySteps), started: isOn ? deadTime : 0)
  }

  /// Returns the state a millisecond later.
  @inline(__always)
  func next(_ state: State, isOn: Bool) -> State {
    var state = state
    if state.motion >= Float(EccentricMotor.restShare) {
      state.started = deadTime
    } else if !isOn {
      state.started = 0
    } else if state.started < deadTime {
      return State(motion: state.motion * decay, started: state.started + 1)
    }
    state.motion = isOn ? 1 - (1 - state.motion) * decay : state.motion * decay
    return state
  }

  @inline(__always)
  func energy(_ state: State) -> Float { energies[Int(state.motion * Float(OneBitMotor.energySteps) + 0.5)] }

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

  /// Renders a train, and returns its levels as ``FeltTrace/levels``.
  func levels<Failure>(of train: PulseTrain, _ work: Work<Failure>) throws(Failure) -> [FeltTrace.Level] {
    try OneBitMotor.levels(of: train, settings, work)
  }

  private static func levels<Failure>(
    of train: PulseTrain, _ settings: RenderSettings, _ work: Work<Failure>
  ) throws(Failure) -> [FeltTrace.Level] {
    guard !train.pulses.isEmpty else { return [] }
    var trace = FeltTrace(sampleRate: settings.sampleRate)
    var renderer = OfflineRenderer([train.pattern], settings: settings, signal: .acceleration)
    while renderer.renderNext({ trace.add($0) }) { try work.check() }
    trace.finish()
    return trace.levels
  }
}
