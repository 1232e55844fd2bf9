import ThrumPattern

/// Acceleration of free fall (1 g), m/s².
public let standardGravity = 9.80665

/// Law by which continuous events drive a motor.
public enum DriveLaw: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The motor's linear model is inverted, so that the device's acceleration matches the event.
  case forward
  /// The drive is a sine with the event's level, and the motor responds at its own speed.
  case plain
}

/// Settings that affect the samples.
public struct RenderSettings: Equatable, Sendable {
  /// Frames per second, 8000 to 384 000.
  public var sampleRate: SampleRate = 48_000
  /// Motor, except in ``MonitorMode/shaker``, which has its own.
  public var actuator = ActuatorPreset.phone
  /// Monitor mode.
  public var monitor = MonitorMode.full
  /// Monitor volume, dB.
  public var gainDecibels = 0.0
  /// Whether a limiter keeps the monitor below its ceiling.
  public var isLimited = true
  package var sharpness = SharpnessMap()
  /// Whether amplitude is intensity squared, as on phones.
  public var squaresIntensity = true
  package var intensityLaw: IntensityLaw { IntensityLaw(squares: squaresIntensity) }
  /// Law by which continuous events drive a resonant motor.
  public var drive = DriveLaw.forward
  /// Whether continuous events play at the rated drive instead of ``flatAcceleration``.
  package var isRaw = false
  /// Peak acceleration of a continuous event at full intensity, g.
  public var flatAcceleration = 0.35
  /// Whether transients end with two braking pulses.
  public var brakesTransients = true
  /// Whether to model the stiffening spring and end stops.
  public var isNonlinear = false
  package var tapsDisplacement = false
  /// Factor by which overlapping events may exceed the rated drive.
  public var overdrive = 1.4
  /// Acceleration at the monitor's full scale, g.
  public var fullScaleG = 2.0
  /// Envelope times.
  public var envelope = EnvelopeTimes()
  /// Maximum length of a continuous haptic event, s.
  public var continuousLimitSeconds = EventLimits.continuousSeconds
  /// Whether seeking into an event plays the rest of the event, which phones do not do.
  public var entersMidEvent = false
  /// Whether to report each event and each of the pattern's control changes.
  public var reportsEvents = false
  /// Whether to generate samples. If not, the buses are empty, but everything else works identically.
  public var synthesises = true
  /// Whether to generate the samples of tones and sounds. If not, everything else works identically.
  package var synthesisesAudio = true
  package var playerCapacity = 64
  package var voiceCapacity = 256
  package var commandCapacity = 4096

  /// Creates the default settings.
  public init() {}

  package var effectiveActuator: ActuatorPreset { monitor == .shaker ? .shaker : actuator }

  /// Voltage at which the drive clips, as in an overdriven amplifier.
  public var clipVolts: Double {
    switch effectiveActuator.model {
    case .resonant(let actuator): overdrive * actuator.maximumVolts
    case .eccentric(let motor): overdrive * motor.ratedVolts
    }
  }

  /// Drive law in effect: plain for raw events and for eccentric motors.
  package var effectiveDrive: DriveLaw {
    guard case .resonant = effectiveActuator.model, !isRaw else { return .plain }
    return drive
  }

  /// Reason why the settings cannot be rendered, if any.
  public var problem: String? {
    guard sampleRate >= 8_000, sampleRate <= 384_000 else {
      return "the sample rate must be between 8000 and 384000 Hz"
    }
    guard gainDecibels.isFinite, gainDecibels <= 40, gainDecibels >= -200 else {
      return "the gain must be between -200 and 40 dB"
    }
    guard sharpness.lowestHertz >= 1, sharpness.highestHertz >= sharpness.lowestHertz,
      sharpness.highestHertz < sampleRate / 8
    else { return "the sharpness band must be between 1 Hz and an eighth of the sample rate" }
    guard playerCapacity > 0, playerCapacity <= 4096, voiceCapacity > 0, voiceCapacity <= 16_384,
      commandCapacity > 0, commandCapacity <= 1 << 20
    else { return "capacities must be positive and not unreasonably large" }
    guard [flatAcceleration, overdrive, fullScaleG, continuousLimitSeconds].allSatisfy({ $0.isFinite && $0 > 0 })
    else { return "levels, overdrive and limits must be positive numbers" }
    for range in [envelope.attack, envelope.decay, envelope.release] {
      guard range.lowerBound > 0, range.upperBound.isFinite, range.upperBound <= 3600 else {
        return "the envelope's times must be positive and at most an hour"
      }
    }
    return switch effectiveActuator.model {
    case .resonant(let actuator): actuator.problem(at: sampleRate)
    case .eccentric(let motor): motor.problem
    }
  }
}
