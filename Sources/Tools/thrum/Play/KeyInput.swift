import CRealtime
import FoundationEssentials
import Glibc

/// The keys of standard input: a terminal's, without waiting for the line's end, or a pipe's.
///
/// The terminal is given back as it was by ``close()``, and by any signal that ends the process and can be caught.
final class KeyInput {
  private let isTerminal: Bool
  private var original = termios()
  private var parser = KeyParser()
  private var isOpen = false
  private var isAtEnd = false

  /// Keys of the terminal, or of a pipe when `readsPipes`; `nil` when standard input is neither wanted nor a terminal.
  init?(readsPipes: Bool) {
    isTerminal = isatty(STDIN_FILENO) == 1 && tcgetattr(STDIN_FILENO, &original) == 0
    guard isTerminal || readsPipes else { return nil }
    open()
  }

  deinit { close() }

  /// Whether standard input is a terminal, or is wanted all the same.
  static func canRead(pipes: Bool) -> Bool { pipes || isatty(STDIN_FILENO) == 1 }

  /// Takes single keys from the terminal, and shows none.
  func open() {
    guard !isOpen else { return }
    // A process in the background would be stopped for touching its terminal.
    guard !isTerminal || tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
    isOpen = true
    guard isTerminal else { return }
    thrum_terminal_guard(STDIN_FILENO, &original)
    var settings = original
    settings.c_lflag &= ~UInt32(ICANON | ECHO)
    // Reads answer at once, with what there is.
    withUnsafeMutableBytes(of: &settings.c_cc) { characters in
      characters[Int(VMIN)] = 0
      characters[Int(VTIME)] = 0
    }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  /// Gives the terminal back as it was.
  func close() {
    guard isOpen else { return }
    isOpen = false
    guard isTerminal else { return }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &original)
    thrum_terminal_unguard()
  }

  /// Gives the terminal back from any thread, for a process that ends at once.
  var restorer: @Sendable () -> Void {
    guard isTerminal else { return {} }
    let original = original
    return {
      var settings = original
      tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }
  }

  /// Readable when there may be keys; −1 when none can come.
  var descriptor: Int32 { isOpen && !isAtEnd ? STDIN_FILENO : -1 }

  /// The keys that have been pressed since the last call.
  func pressed() -> [Key] {
    open()
    guard isOpen, !isAtEnd else { return [] }
    var keys: [Key] = []
    var block = [UInt8](repeating: 0, count: 256)
    var state = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while poll(&state, 1, 0) > 0 {
      let count = read(STDIN_FILENO, &block, block.count)
      guard count > 0 else {
        // A pipe's end, or a terminal that is gone.
        isAtEnd = count == 0 ? !isTerminal || state.revents & Int16(POLLHUP) != 0 : errno != EINTR && errno != EAGAIN
        break
      }
      keys += parser.keys(in: block[..<count])
    }
    return keys
  }
}
