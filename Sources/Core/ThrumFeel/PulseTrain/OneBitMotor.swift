import ThrumDevice
import ThrumPattern

/// A motor that is either at its rated drive or off: an eccentric one at its rated voltage, or a resonant one at its
/// resonance.
package struct OneBitMotor: Sendable {
  package let name: String
  /// Shortest pulse, ms: felt clearly by itself and at least one period, and on a resonant motor long enough for a
  /// quarter of the full amplitude.
  package let shortestPulse: Int
  /// Shortest gap, ms: the vibration falls to half its amplitude, and a finger could tell two taps apart.
  package let shortestGap: Int
  /// Time from a switch to the middle of the shortest pulse's energy, ms, in steps of 10 ms. The train as a whole is
  /// felt later by this.
  package let lag: Int
  /// Felt level in full motion, dB over the threshold.
  package let fullLevel: Double
  /// Time from the start of the motion to 63 % of the final one, ms.
  let timeConstant: Double
  /// By which trains are searched.
  let model: OneBitModel
  private let settings: RenderSettings

  /// An eccentric motor, as in cheap pads and old phones: assumed of a device whose motor is not known.
  package static let assumed = OneBitMotor(FeelMotor(.eccentric))

  /// Motors that devices without strengths may have.
  package static let usual = [assumed] + [ActuatorPreset.coin175, .coin235].map { OneBitMotor(FeelMotor($0)) }

  package init(_ motor: FeelMotor) {
    name = motor.name
    var settings = motor.model
    settings.sampleRate = MotorRendering.rate
    settings.drive = .plain
    settings.isRaw = true
    settings.squaresIntensity = false
    settings.brakesTransients = false
    // A switch neither fades in nor out, and has no time limit.
    settings.envelope.attack = 1e-4...1
    settings.envelope.release = 1e-4...1
    settings.continuousLimitSeconds = 2 * PulseDesign.longest
    let (hertz, seconds, acceleration, power): (Double, Double, Double, Int)
    var deadTime: Int32 = 0
    switch settings.effectiveActuator.model {
    case .eccentric(let motor):
      (hertz, seconds, power) = (motor.ratedHertz, motor.timeConstant, 2)
      acceleration = motor.ratedAcceleration
      deadTime = Int32(clamping: Int(saturating: (1_000 * motor.startSeconds).rounded()))
    case .resonant(let actuator):
      (hertz, seconds, power) = (actuator.resonanceHertz, actuator.quality / (.pi * actuator.resonanceHertz), 1)
      acceleration = actuator.maximumVolts * actuator.deviceAcceleration(perVoltAtHertz: hertz)
      settings.sharpness = SharpnessMap(lowestHertz: hertz, highestHertz: hertz)
    }
    self.settings = settings
    let timeConstant = 1_000 * seconds
    self.timeConstant = timeConstant
    model = OneBitModel(
      hertz: hertz, acceleration: acceleration / standardGravity, power: power, timeConstant: timeConstant,
      deadTime: deadTime)
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
    lag = model.lag(pulse: long)
  }

  /// Milliseconds by which a pulse may outlast the design, for a motor that rises slowly.
  var reach: Int { Int(saturating: min(1_000, Double(model.deadTime) + timeConstant.rounded(.up))) }

  /// Renders a train, and returns its levels as ``FeltTrace/levels``.
  func levels<Failure>(of train: PulseTrain, _ work: Work<Failure>) throws(Failure) -> [FeltTrace.Level] {
    try OneBitMotor.levels(of: train, settings, work)
  }

  private static func levels<Failure>(
    of train: PulseTrain, _ settings: RenderSettings, _ work: Work<Failure>
  ) throws(Failure) -> [FeltTrace.Level] {
    guard !train.pulses.isEmpty else { return [] }
    return try FeltTrace(of: [train.pattern], settings, work).levels
  }
}
