import CVibrators
import Glibc
import ThrumDevice
import ThrumMessages

struct FoundForce: Sendable {
  let path: String
  let name: String
  let kind: thrum_force_kind
  let motors: MotorLayout
  let slots: Int

  var device: String { "\(ForceDevice.name):\(path)" }

  var listed: ListedDevice {
    let what = kind == THRUM_FORCE_CLICK ? ", clicks only (experimental)" : ""
    return ListedDevice(name: device, source: .vibrator, summary: name + what)
  }

  /// A small motor, assumed.
  private static let motor = RumbleProfile.Motor(threshold: 0.1, latency: 0.03)

  private init?(_ path: String, _ abilities: thrum_force_abilities) {
    guard abilities.slots > 0 else { return nil }
    switch (abilities.has_rumble != 0, abilities.has_sine != 0, abilities.has_haptic != 0) {
    case (true, _, _): kind = THRUM_FORCE_RUMBLE
    case (_, true, _): kind = THRUM_FORCE_SINE
    case (_, _, true): kind = THRUM_FORCE_CLICK
    default: return nil
    }
    motors = kind == THRUM_FORCE_RUMBLE && abilities.is_game_pad != 0 ? .two(.usual) : .one(FoundForce.motor)
    slots = Int(abilities.slots)
    let given = withUnsafeBytes(of: abilities.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    name = given.isEmpty ? "input device" : given
    self.path = path
  }

  /// Returns the devices that can be opened. Those that can only click come last.
  static func all(_ calls: any ForceCalls) -> [FoundForce] {
    let found = calls.paths.compactMap { try? at($0, calls) }
    return found.filter { $0.kind != THRUM_FORCE_CLICK } + found.filter { $0.kind == THRUM_FORCE_CLICK }
  }

  /// Finds the first device if `path` is empty.
  static func find(_ path: String, _ calls: any ForceCalls) throws(OutputError) -> FoundForce {
    guard path.isEmpty else { return try at(path, calls) }
    guard let first = all(calls).first else {
      throw OutputError(
        .noDevice, device: ForceDevice.name,
        message: "there is no device with force feedback, or you lack permission to open /dev/input")
    }
    return first
  }

  private static func at(_ path: String, _ calls: any ForceCalls) throws(OutputError) -> FoundForce {
    let device = calls.open(path)
    guard device >= 0 else { throw unopened(path, -device) }
    defer { calls.close(device) }
    var abilities = thrum_force_abilities()
    guard calls.ask(device, &abilities) >= 0 else {
      throw OutputError(
        .unsupported, device: "\(ForceDevice.name):\(path)", message: "\(path) is not an input device")
    }
    guard let found = FoundForce(path, abilities) else {
      throw OutputError(
        .unsupported, device: "\(ForceDevice.name):\(path)", message: "\(path) has no force feedback")
    }
    return found
  }

  static func unopened(_ path: String, _ number: Int32) -> OutputError {
    let device = "\(ForceDevice.name):\(path)"
    switch number {
    case ENOENT, ENODEV:
      return OutputError(.noDevice, device: device, message: "there is no device \(path)")
    case EACCES, EPERM:
      return OutputError(
        .notPermitted, device: device,
        message: "you lack permission to open \(path): join the group “input”, or use a desktop session")
    default:
      return OutputError(
        .failed, device: device, message: "\(path) cannot be opened: \(String(cString: strerror(number)))")
    }
  }
}
