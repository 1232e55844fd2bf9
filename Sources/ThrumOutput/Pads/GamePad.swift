import COutput
import ThrumDevice

/// Whether game pads can be looked for.
///
/// - Thread: any.
public enum GamePads {
  /// What is missing, in a sentence; `nil` when nothing is.
  public static var problem: String? { thrum_sdl_load().map { String(cString: $0) } }
}

/// A game pad whose motors SDL 2 drives, through the kernel's drivers.
///
/// - Thread: one at a time.
final class GamePad {
  /// A pad as it is listed.
  struct Listing: Equatable, Sendable {
    /// From 0, as SDL counts.
    let index: Int
    let name: String
    let hasRumble: Bool
  }

  private let pad: OpaquePointer

  /// The pads that are connected; none without SDL.
  static var all: [Listing] {
    guard (try? begin()) != nil else { return [] }
    defer { SDL_QuitSubSystem(THRUM_SDL_JOYSTICK) }
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
    guard SDL_InitSubSystem(THRUM_SDL_JOYSTICK) == 0 else {
      throw OutputError(
        .failed, device: "pad", message: "SDL cannot look for game pads: \(String(cString: SDL_GetError()))")
    }
  }

  /// Opens a pad; the first that has motors when `index` is `nil`.
  init(_ index: Int?) throws(OutputError) {
    let listed = GamePad.all
    try GamePad.begin()
    do throws(OutputError) {
      pad = try GamePad.open(index, listed)
    } catch {
      SDL_QuitSubSystem(THRUM_SDL_JOYSTICK)
      throw error
    }
  }

  private static func open(_ index: Int?, _ listed: [Listing]) throws(OutputError) -> OpaquePointer {
    guard let chosen = index.map({ index in listed.first { $0.index == index } }) ?? listed.first(where: \.hasRumble)
    else {
      let which = index.map { "there is no game pad \($0)" } ?? "there is no game pad with motors"
      let found = listed.map { "pad:\($0.index) \($0.name)\($0.hasRumble ? "" : ", without motors")" }
      throw OutputError(
        .noDevice, device: "pad",
        message: which
          + (found.isEmpty
            ? ": none is connected, or /dev/input may not be opened" : "; found: " + found.joined(separator: "; ")))
    }
    guard chosen.hasRumble else {
      throw OutputError(
        .unsupported, device: "pad:\(chosen.index)", message: "“\(chosen.name)” has no motors, or its driver no rumble")
    }
    guard let pad = SDL_JoystickOpen(Int32(chosen.index)) else {
      throw OutputError(
        .failed, device: "pad:\(chosen.index)",
        message: "“\(chosen.name)” cannot be opened: \(String(cString: SDL_GetError()))")
    }
    return pad
  }

  deinit {
    SDL_JoystickRumble(pad, 0, 0, 0)
    SDL_JoystickClose(pad)
    SDL_QuitSubSystem(THRUM_SDL_JOYSTICK)
  }

  /// Sets both motors for a while; they stop by themselves when nothing follows.
  ///
  /// - Returns: `false` when the pad is gone.
  func rumble(_ levels: RumbleLevels, milliseconds: UInt32) -> Bool {
    func drive(_ level: Double) -> UInt16 { UInt16((65_535 * min(1, max(0, level))).rounded()) }
    SDL_JoystickUpdate()
    guard SDL_JoystickGetAttached(pad) != 0 else { return false }
    return SDL_JoystickRumble(pad, drive(levels.strong), drive(levels.weak), milliseconds) == 0
  }
}
