import CPads
import Synchronization
import ThrumDevice
import ThrumMessages

/// A game pad's motors, driven by SDL 2 through the kernel.
final class GamePad {
  struct Listing: Equatable, Sendable {
    /// Counted from 0.
    let index: Int
    let name: String
    let hasRumble: Bool

    var listed: ListedDevice { ListedDevice(name: "pad:\(index)", source: .pad, summary: name) }
  }

  private let pad: OpaquePointer

  /// Never reset, since other code may use SDL's joysticks.
  private static let hasBegun = Mutex(false)

  /// Empty without SDL.
  static var all: [Listing] {
    guard (try? begin()) != nil else { return [] }
    return (0..<max(0, Int(SDL_NumJoysticks()))).map { index in
      let pad = SDL_JoystickOpen(Int32(index))
      defer { if let pad { SDL_JoystickClose(pad) } }
      return Listing(index: index, name: name(index), hasRumble: pad.map { SDL_JoystickHasRumble($0) != 0 } ?? false)
    }
  }

  private static func name(_ index: Int) -> String {
    SDL_JoystickNameForIndex(Int32(index)).map { String(cString: $0) } ?? "game pad"
  }

  private static func begin() throws(OutputError) {
    if let problem = thrum_sdl_load() {
      throw OutputError(.noDevice, device: "pad", message: "game pads need SDL 2: \(String(cString: problem))")
    }
    let hasBegun = hasBegun.withLock { hasBegun in
      guard !hasBegun else { return true }
      // Kernel drivers stop the motors when the process ends. SDL's own drivers would leave them running.
      SDL_SetHint("SDL_JOYSTICK_HIDAPI", "0")
      // Leave Ctrl-C to the program. Allow background events, since SDL considers a program without a window to be in
      // the background.
      SDL_SetHint("SDL_NO_SIGNAL_HANDLERS", "1")
      SDL_SetHint("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1")
      hasBegun = SDL_InitSubSystem(THRUM_SDL_JOYSTICK) == 0
      if hasBegun { SDL_JoystickEventState(0) }
      return hasBegun
    }
    guard hasBegun else {
      throw OutputError(
        .failed, device: "pad", message: "SDL cannot look for game pads: \(String(cString: SDL_GetError()))")
    }
  }

  /// Finds the first pad with motors if `name` is empty.
  static func find(_ name: String) throws(OutputError) -> Listing {
    try begin()
    SDL_JoystickUpdate()
    let listed = all
    guard let chosen = listed.first(where: { name.isEmpty ? $0.hasRumble : "\($0.index)" == name }) else {
      let which = name.isEmpty ? "there is no game pad with motors" : "there is no game pad \(name)"
      let found = listed.map { "pad:\($0.index) \($0.name)\($0.hasRumble ? "" : ", without motors")" }
      throw OutputError(
        .noDevice, device: "pad",
        message: which
          + (found.isEmpty
            ? ": none is connected, or you lack permission to open /dev/input"
            : "; found: " + found.joined(separator: "; ")))
    }
    guard chosen.hasRumble else {
      throw OutputError(
        .unsupported, device: "pad:\(chosen.index)",
        message: "“\(chosen.name)” has no motors, or its driver does not support rumble")
    }
    return chosen
  }

  init(_ name: String) throws(OutputError) {
    let chosen = try GamePad.find(name)
    guard let pad = SDL_JoystickOpen(Int32(chosen.index)) else {
      throw OutputError(
        .failed, device: "pad:\(chosen.index)",
        message: "“\(chosen.name)” cannot be opened: \(String(cString: SDL_GetError()))")
    }
    self.pad = pad
  }

  deinit {
    SDL_JoystickRumble(pad, 0, 0, 0)
    SDL_JoystickClose(pad)
  }

  /// Time without a command after which the motors stop, ms.
  private static let patience: UInt32 = 250
}

extension GamePad: MessageDevice {
  /// Drives both motors until the next call, for at most ``patience``.
  func send(_ levels: RumbleLevels) -> MessageOutcome {
    func drive(_ level: Double) -> UInt16 { UInt16((65_535 * min(1, max(0, level))).rounded()) }
    SDL_JoystickUpdate()
    guard SDL_JoystickGetAttached(pad) != 0 else {
      return .gone(OutputError(.noDevice, device: "pad", message: "the game pad was disconnected"))
    }
    let isDriven =
      SDL_JoystickRumble(pad, drive(levels.strong), drive(levels.weak), GamePad.patience) == 0
    guard !isDriven else { return .sent }
    let why = String(cString: SDL_GetError())
    return .refused(
      OutputError(.failed, device: "pad", message: "the game pad’s motors refused a level: \(why)"))
  }
}
