import Glibc
import ThrumDevice
import ThrumPattern
import ThrumSystem

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

/// A line of `adb devices -l`.
struct ListedPhone: Equatable {
  let serial: String
  let state: PhoneState
  let model: String?

  var isReady: Bool { state == .device }

  var summary: String { isReady ? model ?? "Android phone" : state.name }

  /// - Parameter abilities: `nil` if the phone was not asked.
  func listed(_ abilities: Result<PhoneAbilities, OutputError>?) -> ListedDevice {
    let words =
      switch abilities {
      case nil: isReady ? "\(summary), an Android phone over adb" : "an Android phone over adb, not usable: \(summary)"
      case .success(let abilities): "\(summary), an Android phone over adb: \(abilities.form.words)"
      case .failure(let error): "\(summary), an Android phone over adb, not usable: \(error.message)"
      }
    return ListedDevice(name: "adb:\(serial)", source: .phone, summary: words)
  }

  private static let heading = "List of devices attached"

  /// Reads the lines after the heading. Those that begin with a star, or with a word and a colon, are messages.
  static func parse(_ text: String) -> [ListedPhone] {
    let lines = text.split(whereSeparator: \.isNewline)
    return lines.drop { !$0.hasPrefix(heading) }.dropFirst().compactMap { line in
      let fields = line.split(whereSeparator: \.isWhitespace)
      guard fields.count > 1, let serial = fields.first, !line.hasPrefix("*"), line.first?.isWhitespace == false,
        !serial.hasSuffix(":")
      else { return nil }
      let model = fields.first { $0.hasPrefix("model:") }.map { String($0.dropFirst(6)).replacing("_", with: " ") }
      return ListedPhone(serial: String(serial), state: PhoneState(fields.dropFirst()), model: model)
    }
  }

  /// - Throws: ``OutputError`` with the remedy if the phone is not ready.
  func usable() throws(OutputError) -> ListedPhone {
    guard let (reason, cause) = state.obstacle("“\(ThrumPattern.quoted(serial))”") else { return self }
    throw OutputError(reason, device: "adb:\(serial)", message: cause)
  }
}

/// What adb says about a phone in `adb devices`.
enum PhoneState: Equatable {
  case device, unauthorized, authorizing, offline, connecting, noPermissions, recovery, rescue, sideload, bootloader
  case host, detached, unknown
  /// A state that adb did not have when this was written.
  case other(String)

  private static let names: [String: PhoneState] = [
    "device": .device, "unauthorized": .unauthorized, "authorizing": .authorizing, "offline": .offline,
    "connecting": .connecting, "recovery": .recovery, "rescue": .rescue, "sideload": .sideload,
    "bootloader": .bootloader, "host": .host, "detached": .detached, "unknown": .unknown,
  ]

  /// - Parameter fields: the words after the serial number. Those with a colon, such as `usb:1-1`, follow the state.
  init(_ fields: some Collection<Substring>) {
    let words = fields.prefix { !$0.contains(":") || $0.contains("[") }
    // “no permissions; see [URL]”, or “no permissions (CAUSE); see [URL]” where there is a group plugdev.
    if words.first == "no", words.dropFirst().first?.hasPrefix("permissions") ?? false {
      self = .noPermissions
    } else {
      self = (words.first.flatMap { PhoneState.names[String($0)] }) ?? .other(words.joined(separator: " "))
    }
  }

  var name: String {
    switch self {
    case .noPermissions: "no permissions"
    case .other(let words): words.isEmpty ? "no state" : "“\(ThrumPattern.quoted(words))”"
    default: "\(self)"
    }
  }

  /// Returns why a phone in this state cannot play, and what to do; `nil` if it can.
  func obstacle(_ phone: String) -> (OutputError.Reason, String)? {
    switch self {
    case .device: nil
    case .unauthorized:
      (
        .notPermitted,
        "the phone \(phone) does not trust this computer yet: unlock it and accept “Allow USB debugging”"
      )
    case .authorizing:
      (
        .notPermitted,
        "the phone \(phone) is being authorized: unlock it, accept “Allow USB debugging” if it asks, and try again"
      )
    case .noPermissions:
      (
        .notPermitted,
        "you lack permission to open the phone \(phone): install adb's udev rules (Debian: "
          + "android-sdk-platform-tools-common; Arch: android-udev; Fedora: android-tools) and reconnect it"
      )
    case .offline: (.noDevice, "the phone \(phone) does not respond (offline): unlock and reconnect it")
    case .connecting: (.noDevice, "adb is still connecting to the phone \(phone): try again, or reconnect it")
    case .recovery:
      (.noDevice, "the phone \(phone) is in recovery instead of Android: choose “Reboot system now” on it")
    case .rescue: (.noDevice, "the phone \(phone) is in rescue mode instead of Android: restart it")
    case .sideload:
      (.noDevice, "the phone \(phone) is waiting for an update by `adb sideload`: finish or cancel it, and restart it")
    case .bootloader: (.noDevice, "the phone \(phone) is in its bootloader instead of Android: restart it")
    case .host: (.noDevice, "\(phone) is not a phone, but a computer that adb reaches (host): choose another device")
    case .detached:
      (.noDevice, "adb has released the phone \(phone) (detached): run `adb attach`, or reconnect it")
    case .unknown: (.noDevice, "adb does not know the state of the phone \(phone) (unknown): reconnect it")
    case .other:
      (.noDevice, "the phone \(phone) is in a state that Thrum does not know (\(name)): restart it, or update Thrum")
    }
  }
}
