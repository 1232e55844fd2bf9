import FoundationEssentials
import Glibc
import ThrumPattern

/// Standard output and standard error, written with `write(2)`: nothing is lost at an exit, and nothing depends on
/// the locale.
enum Console {
  /// Writes a line to standard output; what a terminal would obey is escaped.
  static func line(_ text: String) throws { try lines([text]) }

  /// Writes lines to standard output; what a terminal would obey in them is escaped.
  static func lines(_ texts: [String]) throws {
    try out(bytes: Array(shown(texts).utf8))
  }

  /// Lines as they are written.
  static func shown(_ texts: [String]) -> String { texts.map { UserText.printable($0) + "\n" }.joined() }

  /// Writes lines of our own, which may have escape sequences for colours, and nothing from outside.
  static func drawing(_ lines: [String]) throws { try out(bytes: Array(lines.map { $0 + "\n" }.joined().utf8)) }

  /// Writes a JSON document, exactly: in its strings everything that a terminal would obey is written as `\\u….`.
  static func document(_ json: String) throws { try out(bytes: Array((JSONText.escaped(json) + "\n").utf8)) }

  /// Writes a file's name: exactly for a program, escaped for a terminal.
  static func name(_ path: String) throws {
    try isTerminal ? line(path) : out(bytes: Array((path + "\n").utf8))
  }

  /// Writes bytes to standard output.
  static func out(bytes: [UInt8]) throws { try write(bytes, to: STDOUT_FILENO) }

  /// Writes a message of one line to standard error; what a terminal would obey is escaped. A closed one is no error.
  static func message(_ text: String) {
    let text = UserText.bounded(text, to: Failure.longest)
    try? write(Array((UserText.printable(text) + "\n").utf8), to: STDERR_FILENO)
  }

  /// Writes what the parser of arguments says, over several lines, to standard error.
  static func usage(_ text: String) {
    try? write(Array((UserText.printable(text, keepingLines: true) + "\n").utf8), to: STDERR_FILENO)
  }

  /// Writes a message for each of a list, and one for those beyond a number.
  static func messages(_ texts: [String], most: Int = 100) {
    for text in texts.prefix(most) { message(text) }
    if texts.count > most { message("… and \(texts.count - most) more of these") }
  }

  /// Replaces the line on standard error on which the cursor stands.
  static func status(_ text: String) {
    try? write(Array(("\r\u{1B}[K" + UserText.printable(text)).utf8), to: STDERR_FILENO)
  }

  /// Takes that line away.
  static func clearStatus() { status("") }

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
