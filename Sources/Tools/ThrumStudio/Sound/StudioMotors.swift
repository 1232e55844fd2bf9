import CLinux
import Glibc
import ThrumAnalysis
import ThrumAnswers
import ThrumDevice
import ThrumEngine
import ThrumPattern

/// The actuators given on the command line, then the presets. Of actuators with equal names, only the first counts.
struct StudioMotors: Sendable {
  let all: [ActuatorFile]

  init(_ given: [ActuatorFile] = []) {
    var names: Set<String> = []
    all = (given + ActuatorPreset.all.map { ActuatorFile($0) }).filter { names.insert($0.preset.name).inserted }
  }

  /// The same for those who render.
  var lookup: @Sendable (String?) -> Host.Motor? {
    { name in named(name).map { motor in Host.Motor(name: motor.preset.name) { motor.apply(to: &$0) } } }
  }

  /// The first actuator as it is heard without further settings.
  var settings: SoundSettings { SoundSettings(lookup(nil) ?? .phone) }

  /// Returns the first actuator if `name` is `nil`.
  func named(_ name: String?) -> ActuatorFile? {
    name.map { name in all.first { $0.preset.name == name } } ?? all.first
  }
}
