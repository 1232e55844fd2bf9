import ThrumAnalysis
import ThrumDevice

/// How the page wants the sound to be.
struct SoundSettings: Sendable, Equatable {
  private(set) var motor: ActuatorFile
  var monitor = MonitorMode.full
  /// Volume, dB.
  var gain = 0.0

  /// The actuator's name.
  var actuator: String { motor.preset.name }

  /// Reads names and a number as the page sends them; the defaults for what it does not send.
  ///
  /// - Throws: `StudioError` for names that do not exist and volumes out of range.
  init(actuator: String?, monitor: String?, gain: Double?, of motors: StudioMotors = StudioMotors())
    throws(StudioError)
  {
    guard let motor = motors.named(actuator) else { throw StudioError("there is no actuator “\(actuator ?? "")”") }
    self.motor = motor
    if let monitor {
      guard let mode = MonitorMode(rawValue: monitor) else { throw StudioError("there is no monitor “\(monitor)”") }
      self.monitor = mode
    }
    if let gain {
      guard gain.isFinite, (-120...40).contains(gain) else {
        throw StudioError("the volume lies between -120 and 40 dB")
      }
      self.gain = gain
    }
  }

  /// The defaults.
  init(_ motors: StudioMotors = StudioMotors()) { motor = motors.named(nil) ?? ActuatorFile(.phone) }

  /// The renderer's settings.
  var render: RenderSettings {
    var settings = RenderSettings()
    motor.apply(to: &settings)
    settings.monitor = monitor
    settings.gainDecibels = gain
    // A phone stays silent until the next event; whoever puts the cursor somewhere wants to hear it.
    settings.entersMidEvent = true
    return settings
  }
}

extension MonitorMode {
  /// What it is for.
  var summary: String {
    switch self {
    case .full: "the actuator as it is: headphones, good loudspeakers"
    case .felt: "loudness follows felt strength: headphones, good loudspeakers"
    case .subwoofer: "below 120 Hz, for a subwoofer"
    case .shaker: "an octave lower, for a bass shaker"
    case .smallSpeaker: "with harmonics, for the loudspeaker of a laptop"
    case .direct: "the drive itself, for a real actuator behind an amplifier"
    }
  }
}
