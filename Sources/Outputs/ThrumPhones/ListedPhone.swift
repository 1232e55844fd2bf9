import ThrumDevice
import ThrumPattern

/// A line of `adb devices -l`.
struct ListedPhone: Equatable {
  let serial: String
  /// For example, `device` or `unauthorized`.
  let state: String
  let model: String?

  var isReady: Bool { state == "device" }

  var summary: String { isReady ? model ?? "Android phone" : state }

  func listed(_ abilities: Result<PhoneAbilities, OutputError>?) -> ListedDevice {
    let words =
      switch abilities {
      case nil: "an Android phone over adb, not usable: \(state)"
      case .success(let abilities): "\(summary), an Android phone over adb: \(abilities.form.words)"
      case .failure(let error): "\(summary), an Android phone over adb, not usable: \(error.message)"
      }
    return ListedDevice(name: "adb:\(serial)", source: .phone, summary: words)
  }

  private static let states = [
    "device", "unauthorized", "authorizing", "offline", "no permissions", "connecting", "recovery", "rescue",
    "sideload", "bootloader", "host", "unknown",
  ]

  static func parse(_ text: String) -> [ListedPhone] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      // Lines that begin with a star are about adb's server.
      guard !line.hasPrefix("*"), let gap = line.firstIndex(where: \.isWhitespace), gap > line.startIndex else {
        return nil
      }
      let rest = line[gap...].drop(while: \.isWhitespace)
      guard let state = states.first(where: { rest == $0 || rest.hasPrefix($0 + " ") }) else { return nil }
      let fields = rest.split(separator: " ")
      let model = fields.first { $0.hasPrefix("model:") }.map { String($0.dropFirst(6)).replacing("_", with: " ") }
      return ListedPhone(serial: String(line[..<gap]), state: state, model: model)
    }
  }

  /// - Throws: ``OutputError`` with the remedy if the phone is not ready.
  func usable() throws(OutputError) -> ListedPhone {
    let shown = ThrumPattern.quoted(serial)
    let cause: (OutputError.Reason, String)
    switch state {
    case "device": return self
    case "unauthorized", "authorizing":
      cause = (
        .notPermitted,
        "the phone “\(shown)” does not trust this computer yet: unlock it and accept “Allow USB debugging”"
      )
    case "no permissions":
      cause = (
        .notPermitted,
        "you lack permission to open the phone “\(shown)”: install adb's udev rules (Debian: android-sdk-platform-tools-common) and reconnect it"
      )
    case "offline", "connecting":
      cause = (.noDevice, "the phone “\(shown)” does not respond (\(state)): unlock and reconnect it")
    default: cause = (.noDevice, "the phone “\(shown)” has not started Android (\(state)): restart it")
    }
    throw OutputError(cause.0, device: "adb:\(serial)", message: cause.1)
  }
}
