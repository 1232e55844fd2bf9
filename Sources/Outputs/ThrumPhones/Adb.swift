import Glibc
import ThrumDevice
import ThrumPattern

/// Google's `adb`, which reaches phones by cable or network.
enum Adb {
  /// Maximum time for an answer, s. The first call also starts adb's server.
  static let patience = 15.0

  static func run(_ words: [String], within seconds: Double = patience) throws(OutputError) -> ChildProcess.Answer {
    do throws(ChildProcess.Problem) {
      return try ChildProcess(["adb"] + words).answer(within: seconds)
    } catch {
      switch error {
      case .notStarted(let number):
        let cause =
          number == ENOENT
          ? "“adb” is missing: install it (Debian: adb)"
          : "“adb” cannot be started: \(String(cString: strerror(number)))"
        throw OutputError(.noDevice, device: "adb", message: cause)
      case .noAnswer:
        throw OutputError(
          .timeout, device: "adb",
          message: "“adb” did not answer within \(fixed(seconds, 0)) s: reconnect the phone, or run `adb kill-server`")
      }
    }
  }

  static func shell(_ serial: String, _ command: String, within seconds: Double = patience)
    throws(OutputError) -> ChildProcess.Answer
  {
    try run(["-s", serial, "shell", command], within: seconds)
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

  static func phones() throws(OutputError) -> [ListedPhone] {
    let answer = try run(["devices", "-l"])
    guard answer.code == 0 else {
      throw OutputError(.failed, device: "adb", message: "“adb devices” failed: \(summary(answer.text))")
    }
    return ListedPhone.parse(answer.text)
  }

  /// Finds the only phone if `serial` is empty.
  static func phone(_ serial: String) throws(OutputError) -> ListedPhone {
    let all = try phones()
    let named = all.map { "-D adb:\($0.serial) (\($0.summary))" }.joined(separator: ", ")
    guard serial.isEmpty else {
      guard let phone = all.first(where: { $0.serial == serial }) else {
        throw OutputError(
          .noDevice, device: "adb:\(serial)",
          message: "no phone “\(ThrumPattern.quoted(serial))” is connected\(all.isEmpty ? "" : "; found: \(named)")")
      }
      return try phone.usable()
    }
    // A phone that cannot be used must not hide one that can.
    let ready = all.filter(\.isReady)
    if ready.count > 1 {
      throw OutputError(.noDevice, device: "adb", message: "\(ready.count) phones are connected; choose one: \(named)")
    }
    guard let phone = ready.first ?? all.first else {
      throw OutputError(
        .noDevice, device: "adb",
        message: "no Android phone is connected: connect one by USB, and turn on USB debugging in its developer options"
      )
    }
    return try phone.usable()
  }

  /// The last line, which names the error.
  static func summary(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) } ?? "no message"
    return String(line.prefix(300))
  }
}
