import ThrumDevice
import ThrumOffline
import ThrumPattern

/// A motor that is either at its rated drive or off: an eccentric one at its rated voltage, or a resonant one at its
/// resonance.
///
/// Its state, 0…1, is the eccentric weight's speed or the vibration's amplitude, relative to those at rest in full
/// motion; both follow the drive like a first-order system.
package struct OneBitMotor: Sendable {
  package let name: String
  /// Shortest pulse, ms: felt clearly by itself, and long enough for a quarter of the full amplitude and one period.
  package let shortestPulse: Int
  /// Shortest gap, ms: the vibration falls to half its amplitude, and a finger could tell two taps apart.
  package let shortestGap: Int
  /// Time from a switch to the middle of the shortest pulse's energy, ms, in steps of 10 ms. The train as a whole is
  /// felt later by this.
  package let lag: Int
  /// Felt level in full motion, dB over the threshold.
  package let fullLevel: Double
  /// Time to reach 63 % of the final state, ms.
  let timeConstant: Double
  /// Share of the state that remains after a millisecond without drive.
  let decay: Float
  /// Felt energy relative to full motion, at equal steps of the state from 0 to 1.
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
    switch settings.effectiveActuator.model {
    case .eccentric(let motor):
      (hertz, seconds, power) = (motor.ratedHertz, motor.timeConstant, 2)
      acceleration = motor.ratedAcceleration
    case .resonant(let actuator):
      (hertz, seconds, power) = (actuator.resonanceHertz, actuator.quality / (.pi * actuator.resonanceHertz), 1)
      acceleration = actuator.maximumVolts * actuator.deviceAcceleration(perVoltAtHertz: hertz)
      settings.sharpness = SharpnessMap(lowestHertz: hertz, highestHertz: hertz)
    }
    self.settings = settings
    let timeConstant = 1_000 * seconds
    self.timeConstant = timeConstant
    decay = Float(exponential(-1 / max(1e-3, timeConstant)))
    energies = OneBitMotor.energies(hertz, acceleration / standardGravity, power: power)
    // Each time in which the state falls, or still lacks, this share.
    func milliseconds(_ share: Double) -> Double { -timeConstant * logarithmBase2(share) / 1.442_695_040_888_963_4 }
    let gap = milliseconds(FeelJudge.decayed) / Double(power)
    shortestGap = Int(saturating: min(1_000, max(1_000 * FeelJudge.fingertip, gap)).rounded(.up))
    let quarter = milliseconds(1 - (power == 2 ? 0.5 : 0.25))
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
    lag = OneBitMotor.lag(energies, decay, pulse: long)
  }

  private static func lag(_ energies: [Float], _ decay: Float, pulse: Int) -> Int {
    var (state, sum, moment): (Float, Float, Float) = (0, 0, 0)
    for time in 0..<1_000 {
      state = time < pulse ? 1 - (1 - state) * decay : state * decay
      let energy = energies[Int(state * Float(energySteps) + 0.5)]
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
