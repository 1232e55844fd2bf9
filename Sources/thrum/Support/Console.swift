import FoundationEssentials
import Glibc

/// Standard output and standard error, written with `write(2)`: nothing is lost at an exit, and nothing depends on
/// the locale.
enum Console {
  /// Writes data to standard output.
  static func out(_ text: String) throws { try write(Array(text.utf8), to: STDOUT_FILENO) }

  /// Writes a line to standard output.
  static func line(_ text: String = "") throws { try out(text + "\n") }

  /// Writes bytes to standard output.
  static func out(bytes: [UInt8]) throws { try write(bytes, to: STDOUT_FILENO) }

  /// Writes a message to standard error, control characters escaped; a closed one is no error.
  static func message(_ text: String) {
    try? write(Array((printable(text, keepingLines: true) + "\n").utf8), to: STDERR_FILENO)
  }

  /// Writes a message for each of a list, and one for those beyond a number.
  static func messages(_ texts: [String], most: Int = 100) {
    for text in texts.prefix(most) { message(text) }
    if texts.count > most { message("… and \(texts.count - most) more of these") }
  }

  /// Writes to standard error without a line's end.
  static func status(_ text: String) { try? write(Array(text.utf8), to: STDERR_FILENO) }

  /// Whether the terminal says that it can only print.
  static var isDumb: Bool { ProcessInfo.processInfo.environment["TERM"] == "dumb" }

  /// Whether standard error is a terminal on which a line can be written again.
  static var hasStatusLine: Bool { isatty(STDERR_FILENO) == 1 && !isDumb }

  /// Whether standard output is a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether standard output may be coloured (no-color.org).
  static var hasColor: Bool {
    isatty(STDOUT_FILENO) == 1 && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
  }

  /// Columns of the terminal behind standard output, 80 when unknown.
  static var columns: Int { columns(STDOUT_FILENO) }

  /// Columns of the terminal behind standard error, 80 when unknown.
  static var statusColumns: Int { columns(STDERR_FILENO) }

  private static func columns(_ descriptor: Int32) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        guard errno == EINTR else { throw Failure(.inputOutput, "cannot write: \(systemError())") }
        continue
      }
      rest = rest.dropFirst(count)
    }
  }
}

/// What the system says of the last failed call.
func systemError(_ number: Int32 = errno) -> String { String(cString: strerror(number)) }
