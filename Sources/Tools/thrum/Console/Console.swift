import FoundationEssentials
import Glibc
import ThrumPattern

/// Unbuffered, locale-independent output. Escapes terminal control characters unless noted otherwise.
enum Console {
  static func line(_ text: String) throws { try lines([text]) }

  static func lines(_ texts: [String]) throws {
    try out(bytes: Array(shown(texts).utf8))
  }

  static func shown(_ texts: [String]) -> String { texts.map { UserText.printable($0) + "\n" }.joined() }

  /// Writes trusted lines unchanged, including colour sequences.
  static func drawing(_ lines: [String]) throws { try out(bytes: Array(lines.map { $0 + "\n" }.joined().utf8)) }

  /// Writes JSON with terminal control characters escaped as `\u…`.
  static func document(_ json: String) throws { try out(bytes: Array((JSONText.escaped(json) + "\n").utf8)) }

  /// Escapes a file name only on a terminal.
  static func name(_ path: String) throws {
    try isTerminal ? line(path) : out(bytes: Array((path + "\n").utf8))
  }

  static func out(bytes: [UInt8]) throws { try write(bytes, to: STDOUT_FILENO) }

  /// Writes to standard error and ignores write errors, as do all functions below.
  static func message(_ text: String) {
    let text = UserText.bounded(text, to: Failure.longest)
    try? write(Array((UserText.printable(text) + "\n").utf8), to: STDERR_FILENO)
  }

  static func error(_ text: String) { message("error: \(text)") }

  static func warning(_ text: String) { message("warning: \(text)") }

  static func usage(_ text: String) {
    try? write(Array((UserText.printable(text, keepingLines: true) + "\n").utf8), to: STDERR_FILENO)
  }

  static func messages(_ texts: [String], most: Int = 100) {
    for text in texts.prefix(most) { message(text) }
    if texts.count > most { message("… and \(texts.count - most) more of these") }
  }

  /// Replaces the current line.
  static func status(_ text: String) {
    try? write(Array(("\r\u{1B}[K" + UserText.printable(text)).utf8), to: STDERR_FILENO)
  }

  static func clearStatus() { status("") }

  static var isDumb: Bool { ProcessInfo.processInfo.environment["TERM"] == "dumb" }

  /// Whether standard error is a terminal with rewritable lines.
  static var hasStatusLine: Bool { isatty(STDERR_FILENO) == 1 && !isDumb }

  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// See no-color.org.
  static var hasColor: Bool {
    isatty(STDOUT_FILENO) == 1 && !isDumb && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
  }

  /// Width of the terminal, 80 if unknown.
  static var columns: Int { columns(STDOUT_FILENO) }

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

func systemError(_ number: Int32 = errno) -> String { String(cString: strerror(number)) }
