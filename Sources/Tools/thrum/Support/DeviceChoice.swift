import ThrumEngine
import ThrumOutput
import ThrumDevice

/// The device behind `-D` and `THRUM_DEVICE`.
struct DeviceChoice {
  /// Makes the output.
  let makeOutput: @Sendable () -> any OutputDevice
  /// The file that is written instead of a device being played.
  let file: String?
  /// Whether somebody hears it: a sound card or a sound server.
  let isLoudspeaker: Bool
  /// Whether somebody feels it: a game pad.
  let isInTheHand: Bool
  /// Whether silence may take its place: only when nobody has asked for a device.
  let mayFallBack: Bool

  /// The name of a device that keeps time and makes no sound.
  private static let silence = "null"

  /// Reads `-D`, else `THRUM_DEVICE`, else ALSA's `default`.
  init(_ option: String?) throws {
    let environment = ProcessDevice.asked
    let prefix = WAVOutput.kind.name + ":"
    file = (option ?? environment).flatMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil }
    LinkedLibraries.register()
    let audience = (option ?? environment).map(DeviceChoice.audience) ?? .ears
    isInTheHand = audience == .hand
    isLoudspeaker = audience == .ears
    mayFallBack = option == nil && environment == nil
    if let option {
      makeOutput = try DeviceChoice.output(option)
    } else if let environment {
      makeOutput = try DeviceChoice.named(environment, "THRUM_DEVICE")
    } else {
      makeOutput = { ALSAOutput(name: "default") }
    }
  }

  /// Who notices what a device of a name plays.
  private static func audience(_ name: String) -> OutputKind.Audience {
    if name == silence { return .nobody }
    return OutputKind.all.first { $0.name == name.prefix { $0 != ":" } }?.audience ?? .ears
  }

  /// `-D`: a kind of output with its argument, or else the name of an ALSA device.
  private static func output(_ name: String) throws -> @Sendable () -> any OutputDevice {
    guard !name.isEmpty else { throw Failure(.usage, "-D needs a name: `thrum devices` lists them") }
    if name == silence { return { SilentOutput() } }
    let isKind = OutputKind.all.contains { kind in
      kind.name != ALSAOutput.kind.name && kind.name != SilentOutput.kind.name
        && (name.hasPrefix(kind.name + ":") || (name == kind.name && !kind.needsArgument))
    }
    if isKind { return try named(name, "-D") }
    return { ALSAOutput(name: name) }
  }

  private static func named(_ name: String, _ asked: String) throws -> @Sendable () -> any OutputDevice {
    do throws(OutputError) { return try OutputKind.output(named: name) } catch {
      throw Failure(.usage, "\(asked): \(error)")
    }
  }

  /// What `THRUM_DEVICE` can be.
  static var names: String {
    LinkedLibraries.register()
    return OutputKind.names()
  }

  /// The devices that there are.
  static var devices: [ListedDevice] {
    LinkedLibraries.register()
    return OutputKind.devices
  }
}
