import Foundation
import ThrumEngine
import ThrumOutput
import ThrumDevice
import ThrumRender

/// The device behind `-D` and `THRUM_DEVICE`.
struct DeviceChoice {
  /// Makes the output.
  let makeOutput: @Sendable () -> any OutputDevice
  /// The file that is written instead of a device being played.
  let file: String?
  /// Whether silence may take its place: only when nobody has asked for a device.
  let mayFallBack: Bool

  /// Reads `-D`, else `THRUM_DEVICE` (`silent`, `alsa`, `alsa:NAME`, `wav:PATH`), else ALSA's `default`.
  init(_ option: String?) throws {
    let environment = ProcessInfo.processInfo.environment["THRUM_DEVICE"].flatMap { $0.isEmpty ? nil : $0 }
    file = (option ?? environment).flatMap { $0.hasPrefix("wav:") ? String($0.dropFirst(4)) : nil }
    mayFallBack = option == nil && environment == nil
    if let option {
      makeOutput = try DeviceChoice.output(option)
    } else if let environment {
      makeOutput = try DeviceChoice.output(fromEnvironment: environment)
    } else {
      makeOutput = { ALSAOutput(name: "default") }
    }
  }

  private static func output(_ name: String) throws -> @Sendable () -> any OutputDevice {
    if name == "null" { return { SilentOutput() } }
    if name.hasPrefix("wav:") { return try wav(String(name.dropFirst(4))) }
    guard !name.isEmpty else { throw Failure(.usage, "-D wants a name: `thrum devices` lists them") }
    return { ALSAOutput(name: name) }
  }

  private static func output(fromEnvironment value: String) throws -> @Sendable () -> any OutputDevice {
    if value == "silent" { return { SilentOutput() } }
    if let maker = NamedOutput.maker(value) { return maker }
    if value == "alsa:" { throw Failure(.usage, "THRUM_DEVICE: alsa: wants a name, such as alsa:default") }
    if value == "wav:" { return try wav("") }
    throw Failure(.usage, "THRUM_DEVICE is “\(value)”; it can be silent, alsa, alsa:NAME or wav:PATH")
  }

  private static func wav(_ path: String) throws -> @Sendable () -> any OutputDevice {
    guard !path.isEmpty else { throw Failure(.usage, "wav: wants a path, such as wav:out.wav") }
    return { WAVOutput(path: path) }
  }
}
