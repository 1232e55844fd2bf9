import Glibc
import ThrumDevice
import ThrumPattern

/// Google's `adb`, which reaches phones by cable or network.
struct Adb: Sendable {
  /// Maximum time for an answer, s. The first call also starts adb's server.
  static let patience = 15.0

  /// Starts a program, given with its arguments.
  let start: @Sendable ([String], ChildCancellation?) throws(ChildProblem) -> any Child

  static let system = Adb { (words, cancellation) throws(ChildProblem) in
    try ChildProcess(words, unless: cancellation)
  }

  func run(
    _ words: [String], within seconds: Double = patience, unless cancellation: ChildCancellation? = nil
  ) throws(OutputError) -> ChildAnswer {
    do throws(ChildProblem) {
      guard cancellation?.isCancelled != true else { throw .cancelled }
      return try start(["adb"] + words, cancellation).answer(within: seconds)
    } catch { throw Adb.error(error, after: seconds) }
  }

  private static func error(_ problem: ChildProblem, after seconds: Double) -> OutputError {
    switch problem {
    case .notStarted(ENOENT):
      OutputError(.noDevice, device: "adb", message: "“adb” is missing: install it (Debian: adb)")
    case .notStarted(let number):
      OutputError(
        .noDevice, device: "adb", message: "“adb” cannot be started: \(String(cString: strerror(number)))")
    case .noAnswer:
      OutputError(
        .timeout, device: "adb",
        message: "“adb” did not answer within \(fixed(seconds, 0)) s: reconnect the phone, or run `adb kill-server`")
    case .cancelled:
      OutputError(
        .timeout, device: "adb",
        message: "“adb” had not answered by the end: reconnect the phone, or run `adb kill-server`")
    case .tooLong:
      OutputError(
        .failed, device: "adb",
        message: "“adb” was ended because it printed over \(longestAnswer >> 20) MB: restart the phone, or run "
          + "`adb kill-server`")
    }
  }

  func shell(
    _ serial: String, _ command: String, within seconds: Double = patience,
    unless cancellation: ChildCancellation? = nil
  ) throws(OutputError) -> ChildAnswer {
    try run(["-s", serial, "shell", command], within: seconds, unless: cancellation)
  }

  /// Quotes a word for the phone's shell, which parses the command again.
  static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte || "-_./".utf8.contains(byte)
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }

  // MARK: Phones

  func phones(within seconds: Double = patience) throws(OutputError) -> [ListedPhone] {
    let answer = try run(["devices", "-l"], within: seconds)
    guard answer.code == 0 else {
      throw OutputError(.failed, device: "adb", message: "“adb devices” failed: \(Adb.summary(answer.text))")
    }
    return ListedPhone.parse(answer.text)
  }

  /// Finds the only phone if `serial` is empty.
  func phone(_ serial: String) throws(OutputError) -> ListedPhone {
    let all = try phones()
    guard serial.isEmpty else {
      guard let phone = all.first(where: { $0.serial == serial }) else {
        throw OutputError(
          .noDevice, device: "adb:\(serial)",
          message: "no phone “\(ThrumPattern.quoted(serial))” is connected"
            + (all.isEmpty ? "" : "; found: \(Adb.named(all))"))
      }
      return try phone.usable()
    }
    // A phone that cannot be used must not hide one that can.
    let ready = all.filter(\.isReady)
    if ready.count > 1 {
      throw OutputError(
        .noDevice, device: "adb", message: "\(ready.count) phones are connected; choose one: \(Adb.named(all))")
    }
    guard let phone = ready.first ?? all.first else {
      throw OutputError(
        .noDevice, device: "adb",
        message: "no Android phone is connected: connect one by USB, and turn on USB debugging in its developer options"
      )
    }
    return try phone.usable()
  }

  /// Lists the first ten phones.
  private static func named(_ phones: [ListedPhone]) -> String {
    let named = phones.prefix(10).map { "-D adb:\($0.serial) (\($0.summary))" }
    return named.joined(separator: ", ") + (phones.count > 10 ? " and \(phones.count - 10) more" : "")
  }

  /// The last line, which names the error.
  static func summary(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) } ?? "no message"
    return String(line.prefix(300))
  }
}
