import ArgumentParser
import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumFeel
import ThrumFormats
import ThrumPattern

struct MotorOptions: ParsableArguments {
  @Option(
    name: .long, help: "Motors, separated by commas: presets, actuator files, or all.",
    completion: Completions.actuators)
  var on: String?

  func validate() throws {
    guard let on else { return }
    let names = MotorOptions.names(in: on)
    guard !names.isEmpty else { throw ValidationError("--on needs a motor; see `thrum actuators`") }
    for name in names where name != "all" { try ActuatorArgument.validate(name) }
  }

  static func names(in list: String) -> [String] {
    list.split(separator: ",").map { String($0.trimmingPrefix { $0 == " " }) }.filter { !$0.isEmpty }
  }

  func motors() throws -> [FeelMotor]? {
    try on.map { list in
      try MotorOptions.names(in: list).flatMap { name -> [FeelMotor] in
        name == "all" ? ActuatorPreset.all.map { FeelMotor($0) } : [try MotorOptions.motor(name)]
      }
    }
  }

  static func motor(_ name: String) throws -> FeelMotor {
    var settings = RenderSettings()
    try ActuatorArgument.apply(name, to: &settings)
    return FeelMotor(name: settings.actuator.name, settings: settings)
  }
}
