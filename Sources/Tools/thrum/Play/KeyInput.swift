import CLinux
import FoundationEssentials
import Glibc

/// Reads keys from a pipe, or from a terminal without waiting for Return.
///
/// ``close()`` restores the terminal's settings, as does any catchable signal that ends the process.
final class KeyInput {
  private let isTerminal: Bool
  private var original = termios()
  private var parser = KeyParser()
  private var isOpen = false
  private var isAtEnd = false

  /// Returns `nil` if standard input is not a terminal, unless `readsPipes` is set.
  init?(readsPipes: Bool) {
    isTerminal = isatty(STDIN_FILENO) == 1 && tcgetattr(STDIN_FILENO, &original) == 0
    guard isTerminal || readsPipes else { return nil }
    open()
  }

  deinit { close() }

  static func canRead(pipes: Bool) -> Bool { pipes || isatty(STDIN_FILENO) == 1 }

  /// Turns off line buffering and echo.
  func open() {
    guard !isOpen else { return }
    // Changing the terminal from the background would stop the process.
    guard !isTerminal || tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
    isOpen = true
    guard isTerminal else { return }
    thrum_terminal_guard(STDIN_FILENO, &original)
    var settings = original
    settings.c_lflag &= ~UInt32(ICANON | ECHO)
    withUnsafeMutableBytes(of: &settings.c_cc) { characters in
      characters[Int(VMIN)] = 0
      characters[Int(VTIME)] = 0
    }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    guard isTerminal else { return }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &original)
    thrum_terminal_unguard()
  }

  /// Restores the terminal when the process ends abruptly. Callable on any thread.
  var restorer: @Sendable () -> Void {
    guard isTerminal else { return {} }
    let original = original
    return {
      var settings = original
      tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }
  }

  /// Readable when keys may be available, or −1 if none can arrive.
  var descriptor: Int32 { isOpen && !isAtEnd ? STDIN_FILENO : -1 }

  func pressed() -> [Key] {
    open()
    guard isOpen, !isAtEnd else { return [] }
    var keys: [Key] = []
    var block = [UInt8](repeating: 0, count: 256)
    var state = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while poll(&state, 1, 0) > 0 {
      let count = read(STDIN_FILENO, &block, block.count)
      guard count > 0 else {
        // The end of a pipe, or a closed terminal.
        isAtEnd = count == 0 ? !isTerminal || state.revents & Int16(POLLHUP) != 0 : errno != EINTR && errno != EAGAIN
        break
      }
      keys += parser.keys(in: block[..<count])
    }
    return keys
  }
}

/// Parses characters and escape sequences, which may arrive in pieces.
struct KeyParser {
  private var pending: [UInt8] = []

  mutating func keys(in bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes {
      if !pending.isEmpty || byte == 0x1B {
        if byte == 0x1B { pending = [] }
        pending.append(byte)
        let isIntroducer = pending.count == 2 && (byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O"))
        let isOver = pending.count > 1 && !isIntroducer && (byte >= 0x40 || pending.count > 8)
        guard isOver else { continue }
        if let key = KeyParser.sequence(pending) { keys.append(key) }
        pending = []
      } else if let key = KeyParser.character(byte) {
        keys.append(key)
      }
    }
    return keys
  }

  private static func character(_ byte: UInt8) -> Key? {
    switch UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte {
    case UInt8(ascii: " "): .pause
    case UInt8(ascii: "q"), 0x04: .quit
    case UInt8(ascii: "0"): .begin
    case UInt8(ascii: "l"): .loop
    case UInt8(ascii: "m"): .mute
    case UInt8(ascii: "+"), UInt8(ascii: "="): .louder
    case UInt8(ascii: "-"), UInt8(ascii: "_"): .quieter
    case UInt8(ascii: "a"): .first
    case UInt8(ascii: "b"): .second
    case 0x09: .flip
    case UInt8(ascii: "?"), UInt8(ascii: "h"): .help
    default: nil
    }
  }

  /// Arrow keys, with Shift for small steps: `ESC [ C`, `ESC O C`, `ESC [ 1 ; 2 C`.
  private static func sequence(_ bytes: [UInt8]) -> Key? {
    let text = String(decoding: bytes.dropFirst(2), as: UTF8.self)
    return switch text {
    case "C": .step(0.1)
    case "D": .step(-0.1)
    case "1;2C": .step(0.01)
    case "1;2D": .step(-0.01)
    case "H", "1~": .begin
    default: nil
    }
  }
}
