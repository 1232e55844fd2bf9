import CVibrators
import Glibc
import ThrumDevice
import ThrumMessages
import ThrumSystem

/// A force-feedback device of the kernel: `evdev`, `evdev:PATH`.
///
/// Changes and replays a single effect, which ends by itself if Thrum is killed.
final class ForceDevice: MessageDevice {
  static let name = "evdev"

  private let calls: any ForceCalls
  private let clock: any DeviceClock
  private let found: FoundForce
  private let device: Int32
  private var pace = LevelPace()
  private var effect: Int32 = -1
  private var level = 0.0

  /// - Parameter path: empty for the first device.
  init(_ path: String, _ calls: any ForceCalls = KernelForce(), clock: any DeviceClock = SystemClock())
    throws(OutputError)
  {
    self.calls = calls
    self.clock = clock
    found = try FoundForce.find(path, calls)
    device = calls.open(found.path)
    guard device >= 0 else { throw FoundForce.unopened(found.path, -device) }
  }

  deinit {
    guard device >= 0 else { return }
    if effect >= 0 {
      _ = calls.play(device, effect, 0)
      _ = calls.erase(device, effect)
    }
    calls.close(device)
  }

  func send(_ levels: RumbleLevels) -> MessageOutcome {
    if found.kind == THRUM_FORCE_CLICK { return click(max(levels.strong, levels.weak)) }
    guard pace.take(levels, at: clock.nanoseconds) else { return .sent }
    guard levels != .none else { return effect < 0 ? .sent : outcome(calls.play(device, effect, 0)) }
    return start(levels)
  }

  /// A touch pad can only click, so each onset becomes a click.
  private func click(_ level: Double) -> MessageOutcome {
    defer { self.level = level }
    guard level > 1.15 * self.level else { return .sent }
    return start(RumbleLevels(strong: level))
  }

  private func start(_ levels: RumbleLevels) -> MessageOutcome {
    func drive(_ level: Double) -> UInt16 { UInt16((65_535 * min(1, max(0, level))).rounded()) }
    let wanted = thrum_force_effect(
      kind: found.kind, strong: drive(levels.strong), weak: drive(levels.weak),
      milliseconds: UInt16(LevelPace.limit * 1000))
    let id = calls.upload(device, effect, wanted)
    guard id >= 0 else { return outcome(id) }
    effect = id
    return outcome(calls.play(device, id, 1))
  }

  private func outcome(_ result: Int32) -> MessageOutcome {
    guard result < 0 else { return .sent }
    pace.forget()
    let which = found.device
    switch -result {
    case ENODEV:
      return .gone(OutputError(.noDevice, device: which, message: "“\(found.name)” was disconnected"))
    case ENOSPC:
      return .refused(
        OutputError(
          .busy, device: which,
          message: "other programs use all \(found.slots) effects of “\(found.name)”: close one of them"))
    default:
      return .refused(
        OutputError(
          .failed, device: which,
          message: "“\(found.name)” refused an effect: \(String(cString: strerror(-result)))"))
    }
  }
}

extension ForceDevice {
  static let kind = OutputKind(
    name, argument: .optional("PATH"), summary: "a force-feedback device, through the kernel", audience: .hand,
    obeys: [.samples],
    list: { FoundForce.all(KernelForce()).map(\.listed) },
    make: { path in
      LevelOutput(
        path.isEmpty ? name : "\(name):\(path)",
        check: { () throws(OutputError) in try FoundForce.find(path, KernelForce()).motors },
        connect: { () throws(OutputError) in try ForceDevice(path) })
    })
}

/// System calls for force feedback. Negative results are `-errno`.
protocol ForceCalls: Sendable {
  var paths: [String] { get }
  func open(_ path: String) -> Int32
  func ask(_ device: Int32, _ abilities: inout thrum_force_abilities) -> Int32
  /// Uploads an effect as `id`, or as a new effect if `id` is -1. Returns its id.
  func upload(_ device: Int32, _ id: Int32, _ effect: thrum_force_effect) -> Int32
  func play(_ device: Int32, _ id: Int32, _ value: Int32) -> Int32
  func erase(_ device: Int32, _ id: Int32) -> Int32
  func close(_ device: Int32)
}

struct KernelForce: ForceCalls {
  var paths: [String] {
    guard let folder = opendir("/dev/input") else { return [] }
    defer { closedir(folder) }
    var numbers: [Int] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasPrefix("event"), let number = Int(name.dropFirst(5)) { numbers.append(number) }
    }
    return numbers.sorted().map { "/dev/input/event\($0)" }
  }

  func open(_ path: String) -> Int32 { thrum_force_open(path) }
  func ask(_ device: Int32, _ abilities: inout thrum_force_abilities) -> Int32 { thrum_force_ask(device, &abilities) }
  func upload(_ device: Int32, _ id: Int32, _ effect: thrum_force_effect) -> Int32 {
    withUnsafePointer(to: effect) { thrum_force_upload(device, id, $0) }
  }
  func play(_ device: Int32, _ id: Int32, _ value: Int32) -> Int32 { thrum_force_play(device, id, value) }
  func erase(_ device: Int32, _ id: Int32) -> Int32 { thrum_force_erase(device, id) }
  func close(_ device: Int32) { thrum_force_close(device) }
}

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
