import ThrumPattern

/// Acceleration of free fall, m/s²: one g.
public let standardGravity = 9.80665

/// How what is felt is made audible; see `Docs/Monitors.md`.
public enum MonitorMode: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The actuator heard as it is: headphones, monitors.
  case full
  /// As loud as it feels strong, at every sharpness: headphones, full-range loudspeakers.
  case felt
  /// Low-passed at 120 Hz (Linkwitz-Riley, 4th order).
  case subwoofer
  /// An octave lower, between 20 and 120 Hz.
  case shaker
  /// With harmonics that let the ear complete a bass which the loudspeaker lacks.
  case smallSpeaker = "small-speaker"
  /// The drive itself, for a real actuator behind an amplifier: no limiter, no filter.
  case direct

  /// The oscillators run at their frequency divided by this.
  public var frequencyDivisor: Double { self == .shaker ? 2 : 1 }
}

/// How a continuous event drives the motor.
public enum DriveLaw: String, CaseIterable, Sendable, BitwiseCopyable {
  /// With the volts that make the device accelerate as the event asks, by the inverse of the motor's linear model.
  case forward
  /// With a sine that follows the event; the motor rises and falls in its own time.
  case plain
}

/// Every choice that shapes the samples, in one value; its defaults are those of the documentation.
public struct RenderSettings: Equatable, Sendable {
  /// Frames a second; 8 000 to 384 000.
  public var sampleRate: SampleRate = 48_000
  /// The motor. In the ``MonitorMode/shaker`` mode the 40 Hz shaker takes its place.
  public var actuator = ActuatorPreset.phone
  /// How the result is made audible.
  public var monitor = MonitorMode.full
  /// Volume of the monitor, dB.
  public var gainDecibels = 0.0
  /// Whether a limiter keeps the monitor below its ceiling; ``MonitorMode/direct`` never has one.
  public var isLimited = true
  /// Sharpness to frequency.
  package var sharpness = SharpnessMap()
  /// Amplitude = intensity to this power: 2 (field practice) or 1.
  public var squaresIntensity = true
  /// The same as a law.
  package var intensityLaw: IntensityLaw { IntensityLaw(squares: squaresIntensity) }
  /// How continuous events drive the motor; see ``effectiveDrive``.
  public var drive = DriveLaw.forward
  /// Plays continuous events at the rated drive instead of at equal acceleration: the resonance heard as it is.
  public var isRaw = false
  /// Level of a continuous event of full intensity, g peak.
  public var flatAcceleration = 0.35
  /// Whether transients end with a pair of brake pulses.
  public var brakesTransients = true
  /// Hardening spring and end stops.
  public var isNonlinear = false
  /// Whether the displacement is computed.
  public var tapsDisplacement = false
  /// The drive may exceed the rated one by this factor where events overlap.
  public var overdrive = 1.4
  /// Acceleration, in g, that is full scale of the monitor.
  public var fullScaleG = 2.0
  /// Seconds of the envelopes.
  public var envelope = EnvelopeTimes()
  /// Continuous haptic events are silent after this, s.
  public var continuousLimitSeconds = EventLimits.continuousSeconds
  /// Whether a seek into the middle of an event sounds it; the phone stays silent until the next event.
  public var entersMidEvent = false
  /// Whether each event that starts is posted to the engine, and each move of a control by the pattern.
  public var reportsEvents = false
  /// Whether samples are made. Without them players, voices, controls, commands and notices continue exactly as with
  /// them, and the buses hold nothing: virtual time, at a fraction of the cost.
  public var synthesises = true
  /// Players that can exist at once.
  public var playerCapacity = 64
  /// Events that can sound at once.
  public var voiceCapacity = 256
  /// Commands that can wait for their time.
  public var commandCapacity = 4096

  /// The defaults.
  public init() {}

  /// The actuator that the monitor mode implies.
  public var effectiveActuator: ActuatorPreset { monitor == .shaker ? .shaker : actuator }

  /// The drive is clamped to ± this, V, before the model: what an overdriven amplifier gives.
  public var clipVolts: Double {
    switch effectiveActuator.model {
    case .resonant(let actuator): overdrive * actuator.maximumVolts
    case .eccentric(let motor): overdrive * motor.ratedVolts
    }
  }

  /// How continuous events drive the motor in fact: raw ones, and a motor whose speed is its strength, plainly.
  public var effectiveDrive: DriveLaw {
    guard case .resonant = effectiveActuator.model, !isRaw else { return .plain }
    return drive
  }

  /// Says why nothing can be rendered with these settings, or `nil` when it can.
  public var problem: String? {
    guard sampleRate >= 8_000, sampleRate <= 384_000 else {
      return "the sample rate must lie between 8000 and 384000 Hz"
    }
    guard gainDecibels.isFinite, gainDecibels <= 40, gainDecibels >= -200 else {
      return "the gain must lie between -200 and 40 dB"
    }
    guard sharpness.lowestHertz >= 1, sharpness.highestHertz >= sharpness.lowestHertz,
      sharpness.highestHertz < sampleRate / 8
    else { return "the sharpness band must lie between 1 Hz and an eighth of the sample rate" }
    guard playerCapacity > 0, playerCapacity <= 4096, voiceCapacity > 0, voiceCapacity <= 16_384,
      commandCapacity > 0, commandCapacity <= 1 << 20
    else { return "the capacities must be positive and moderate" }
    guard [flatAcceleration, overdrive, fullScaleG, continuousLimitSeconds].allSatisfy({ $0.isFinite && $0 > 0 })
    else { return "levels, overdrive and limits must be positive numbers" }
    for range in [envelope.attack, envelope.decay, envelope.release] {
      guard range.lowerBound > 0, range.upperBound.isFinite, range.upperBound <= 3600 else {
        return "the envelope's times must lie between 0 and an hour"
      }
    }
    return switch effectiveActuator.model {
    case .resonant(let actuator): actuator.problem(at: sampleRate)
    case .eccentric(let motor): motor.problem
    }
  }
}
