import ArgumentParser
import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumFeel
import ThrumFormats
import ThrumOutput
import ThrumPattern

/// The value of `--actuator`: a preset's name or a file.
enum ActuatorArgument {
  /// A preset's name has neither slash nor extension.
  static func isFile(_ argument: String) -> Bool { argument.contains("/") || argument.hasSuffix(".json") }

  static func validate(_ argument: String) throws {
    guard !isFile(argument), ActuatorPreset.named(argument) == nil else { return }
    throw ValidationError(
      "there is no actuator “\(quoted(argument))”: see `thrum actuators`; a file's name must end in .json or contain a slash"
    )
  }

  static func file(_ path: String) throws -> ActuatorFile {
    let bytes = try PatternFile.bytes(of: path, name: path)
    do throws(ActuatorFileError) { return try ActuatorFile(bytes, name: path) } catch {
      throw Failure(.badData, "\(error)")
    }
  }

  static func apply(_ argument: String, to settings: inout RenderSettings) throws {
    if isFile(argument) {
      try file(argument).apply(to: &settings)
    } else {
      settings.actuator = ActuatorPreset.named(argument) ?? .phone
    }
  }
}
