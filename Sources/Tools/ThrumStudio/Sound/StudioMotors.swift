import ThrumAnalysis
import ThrumDevice

/// The motors that the page can choose from: those that were given, then the presets. Of two of one name the first counts.
struct StudioMotors: Sendable {
  let all: [ActuatorFile]

  /// - Parameter given: motors of the person's own.
  init(_ given: [ActuatorFile] = []) {
    var names: Set<String> = []
    all = (given + ActuatorPreset.all.map { ActuatorFile($0) }).filter { names.insert($0.preset.name).inserted }
  }

  /// The motor of a name, `nil` for none of them; without a name the first one.
  func named(_ name: String?) -> ActuatorFile? {
    name.map { name in all.first { $0.preset.name == name } } ?? all.first
  }
}
