import CVibrators
import Glibc
import Synchronization
import TestSupport
import Testing
import ThrumDevice
import ThrumMessages

@testable import ThrumVibrators

/// Force-feedback devices, over a fake for the kernel's calls.
@Suite("Vibrators: force feedback")
struct ForceTests {
  /// Devices by path. A negative open result is an error.
  private final class Kernel: ForceCalls, Sendable {
    struct Device: Sendable {
      var abilities = thrum_force_abilities()
      var openError: Int32 = 0

      init(rumble: Bool = false, sine: Bool = false, haptic: Bool = false, isGamePad: Bool = false, slots: Int32 = 16) {
        abilities.has_rumble = rumble ? 1 : 0
        abilities.has_sine = sine ? 1 : 0
        abilities.has_haptic = haptic ? 1 : 0
        abilities.is_game_pad = isGamePad ? 1 : 0
        abilities.slots = slots
      }
    }
    private struct State: Sendable {
      var log: [String] = []
      var errors: [Int32] = []
    }

    let devices: [(path: String, device: Device)]
    private let state = Mutex(State())

    init(_ devices: [(String, Device)]) { self.devices = devices }

    var paths: [String] { devices.map(\.path) }
    var log: [String] { state.withLock { $0.log } }

    /// The next calls of uploading and playing fail with these numbers; 0 is success.
    func fail(_ errors: Int32...) { state.withLock { $0.errors = errors } }

    private func note(_ words: String) -> Int32 {
      state.withLock { state in
        state.log.append(words)
        return state.errors.isEmpty ? 0 : -state.errors.removeFirst()
      }
    }

    func open(_ path: String) -> Int32 {
      guard let index = devices.firstIndex(where: { $0.path == path }) else { return -ENOENT }
      let error = devices[index].device.openError
      return error != 0 ? -error : Int32(index)
    }
    func ask(_ device: Int32, _ abilities: inout thrum_force_abilities) -> Int32 {
      abilities = devices[Int(device)].device.abilities
      return 0
    }
    func upload(_ device: Int32, _ id: Int32, _ effect: thrum_force_effect) -> Int32 {
      let result = note("upload \(id) \(effect.strong) \(effect.weak) \(effect.milliseconds)")
      return result < 0 ? result : 3
    }
    func play(_ device: Int32, _ id: Int32, _ value: Int32) -> Int32 { note("play \(id) \(value)") }
    func erase(_ device: Int32, _ id: Int32) -> Int32 { note("erase \(id)") }
    func close(_ device: Int32) {}
  }

  private func opened(_ device: Kernel.Device, _ system: FakeSystem = FakeSystem()) throws -> (ForceDevice, Kernel) {
    let kernel = Kernel([("/dev/input/event4", device)])
    return (try ForceDevice("", kernel, clock: system), kernel)
  }

  @Test func `one effect is uploaded, changed, replayed, stopped and erased`() throws {
    let system = FakeSystem()
    var (device, kernel): (ForceDevice?, Kernel) = try opened(.init(rumble: true), system)
    for strong in [1, 1, 0.5, 0] {
      _ = device?.send(RumbleLevels(strong: strong))
      system.pass(0.05)
    }
    device = nil
    #expect(
      kernel.log == [
        "upload -1 65535 0 300", "play 3 1", "upload 3 32768 0 300", "play 3 1", "play 3 0", "play 3 0", "erase 3",
      ])
  }

  @Test func `a steady level is uploaded again before the effect ends`() throws {
    let system = FakeSystem()
    let (device, kernel) = try opened(.init(rumble: true), system)
    for _ in 0..<50 {
      _ = device.send(RumbleLevels(strong: 1))
      system.pass(0.008)
    }
    #expect(kernel.log.filter { $0.hasPrefix("upload") }.count == 3)
  }

  @Test func `a pad has two motors, and other devices have one`() throws {
    #expect(try FoundForce.find("", Kernel([("/a", .init(rumble: true, isGamePad: true))])).motors == .two(.usual))
    for device in [Kernel.Device(rumble: true), .init(sine: true, isGamePad: true), .init(haptic: true)] {
      guard case .one = try FoundForce.find("", Kernel([("/a", device)])).motors else {
        Issue.record("\(device.abilities)")
        return
      }
    }
  }

  @Test func `rumble is preferred to a sine, and devices with clicks only are listed last`() {
    let kernel = Kernel([
      ("/click", .init(haptic: true)), ("/none", .init()), ("/full", .init(rumble: true, slots: 0)),
      ("/sine", .init(sine: true)), ("/both", .init(rumble: true, sine: true)),
    ])
    let found = FoundForce.all(kernel)
    #expect(found.map(\.path) == ["/sine", "/both", "/click"])
    #expect(found.map(\.kind) == [THRUM_FORCE_SINE, THRUM_FORCE_RUMBLE, THRUM_FORCE_CLICK])
    #expect(found[2].listed.summary.hasSuffix("clicks only (experimental)"))
  }

  @Test func `each onset becomes a click on a touch pad`() throws {
    let (device, kernel) = try opened(.init(haptic: true))
    for strong in [0, 0.5, 0.5, 0.52, 0.4, 0.2, 0, 0.3, 0.6] { _ = device.send(RumbleLevels(strong: strong)) }
    let clicks = kernel.log.filter { $0.hasPrefix("upload") }.compactMap { Int($0.split(separator: " ")[2]) }
    #expect(clicks.map { Double($0) / 65_535 }.map { ($0 * 10).rounded() / 10 } == [0.5, 0.3, 0.6])
  }

  @Test func `a driver ends when its device is unplugged, and retries if no effect slot is free`() throws {
    let (device, kernel) = try opened(.init(rumble: true))
    kernel.fail(ENOSPC, 0, 0, ENODEV)
    guard case .refused(let full) = device.send(RumbleLevels(strong: 1)) else {
      Issue.record("\(kernel.log)")
      return
    }
    #expect(full.reason == .busy && full.message.contains("all 16 effects"))
    guard case .sent = device.send(RumbleLevels(strong: 1)), case .gone(let gone) = device.send(.none) else {
      Issue.record("\(kernel.log)")
      return
    }
    #expect(gone.reason == .noDevice && gone.message.hasSuffix("was disconnected"))
  }

  @Test func `an unusable device is reported with the reason`() {
    var closed = Kernel.Device(rumble: true)
    closed.openError = EACCES
    let kernel = Kernel([("/closed", closed), ("/none", .init())])
    for (path, reason, words) in [
      ("/closed", OutputError.Reason.notPermitted, "you lack permission to open /closed"),
      ("/none", .unsupported, "/none has no force feedback"), ("/absent", .noDevice, "there is no device /absent"),
      ("", .noDevice, "there is no device with force feedback"),
    ] {
      let error = #expect(throws: OutputError.self) { _ = try ForceDevice(path, kernel) }
      #expect(error?.reason == reason && error?.message.hasPrefix(words) == true, "\(error?.message ?? "")")
    }
  }
}
