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
    let kind = (option ?? environment).map { String($0.prefix { $0 != ":" }) }
    isInTheHand = [PadOutput.kind.name, DualSenseOutput.kind.name].contains(kind)
    isLoudspeaker =
      file == nil && !isInTheHand && ![DeviceChoice.silence, SilentOutput.kind.name].contains(option ?? environment)
    mayFallBack = option == nil && environment == nil
    if let option {
      makeOutput = try DeviceChoice.output(option)
    } else if let environment {
      makeOutput = try DeviceChoice.output(fromEnvironment: environment)
    } else {
      makeOutput = { ALSAOutput(name: "default") }
    }
  }

  /// `-D`: a kind of output with its argument, or else the name of an ALSA device.
  private static func output(_ name: String) throws -> @Sendable () -> any OutputDevice {
    guard !name.isEmpty else { throw Failure(.usage, "-D needs a name: `thrum devices` lists them") }
    if name == silence { return { SilentOutput() } }
    let isKind = outputKinds.contains { kind in
      kind.name != ALSAOutput.kind.name
        && (name.hasPrefix(kind.name + ":") || (name == kind.name && !kind.needsArgument))
    }
    if isKind { return try named(name, "-D") }
    return { ALSAOutput(name: name) }
  }

  private static func output(fromEnvironment value: String) throws -> @Sendable () -> any OutputDevice {
    try named(value, "THRUM_DEVICE")
  }

  private static func named(_ name: String, _ asked: String) throws -> @Sendable () -> any OutputDevice {
    register()
    do throws(OutputError) { return try OutputKind.output(named: name) } catch {
      throw Failure(.usage, "\(asked): \(error)")
    }
  }

  /// What `THRUM_DEVICE` can be.
  static var names: String {
    register()
    return OutputKind.names()
  }

  /// Makes the outputs of the program known.
  static func register() {
    OutputKind.register(SilentOutput.kind)
    for kind in outputKinds { OutputKind.register(kind) }
  }
}
