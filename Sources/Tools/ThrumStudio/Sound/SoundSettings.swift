import CLinux
import Glibc
import ThrumAnalysis
import ThrumAnswers
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumOutput
import ThrumPattern

struct SoundSettings: Sendable, Equatable {
  private(set) var motor: ActuatorFile
  var monitor = MonitorMode.full
  /// In dB.
  var gain = 0.0

  var actuator: String { motor.preset.name }

  /// Parses the page's settings, with defaults for missing ones.
  ///
  /// - Throws: ``StudioError`` for an unknown name, or a volume outside −120…40 dB.
  init(actuator: String?, monitor: String?, gain: Double?, of motors: StudioMotors = StudioMotors())
    throws(StudioError)
  {
    guard let motor = motors.named(actuator) else { throw StudioError("there is no actuator “\(actuator ?? "")”") }
    self.motor = motor
    if let monitor {
      guard let mode = MonitorMode(rawValue: monitor) else {
        throw StudioError("there is no monitor mode “\(monitor)”")
      }
      self.monitor = mode
    }
    if let gain {
      guard gain.isFinite, (-120...40).contains(gain) else {
        throw StudioError("the volume must be between -120 and 40 dB")
      }
      self.gain = gain
    }
  }

  init(_ motors: StudioMotors = StudioMotors()) { motor = motors.named(nil) ?? ActuatorFile(.phone) }

  var render: RenderSettings {
    var settings = RenderSettings()
    motor.apply(to: &settings)
    settings.monitor = monitor
    settings.gainDecibels = gain
    // A phone stays silent until the next event, but users want to hear the event at the cursor.
    settings.entersMidEvent = true
    return settings
  }
}
