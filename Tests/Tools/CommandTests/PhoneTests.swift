import Foundation
import Testing

/// `-D adb` against a fake adb that plays phones with several Android versions.
@Suite struct PhoneTests {
  @Test(arguments: [
    ("13", "vibrator_manager synced -B -d thrum waveform -a 300 255"),
    ("12", "vibrator_manager synced -d thrum waveform -a 300 255"),
    ("13-plain", "vibrator_manager synced -B -d thrum waveform 0 30"),
    ("11", "vibrator waveform -d thrum -a 300 255"),
  ])
  func `a phone plays the best format that its shell supports`(android: String, command: String) async throws {
    let phone = try FakePhone(android)
    let result = try await phone.thrum("play", try phone.buzz(0.3), "-D", "adb")
    #expect(result.code == 0, "\(result.messages)")
    #expect(phone.log.first?.hasPrefix(command) == true, "\(phone.log)")
  }

  @Test func `a phone that supports envelopes receives vibration XML with sharpness`() async throws {
    let phone = try FakePhone("16")
    let result = try await phone.thrum("play", try phone.buzz(0.3), "-D", "adb")
    let command = try #require(phone.log.first)
    #expect(command.hasPrefix("vibrator_manager xml -B -d thrum <vibration-effect><basic-envelope-effect"))
    #expect(command.contains(#"sharpness="0.25""#))
    #expect(!result.messages.contains("frequency"), "\(result.messages)")
  }

  @Test func `a pattern with too many points for an envelope is sent as a waveform, and the reason is printed`()
    async throws
  {
    let phone = try FakePhone("16")
    let pattern = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Patterns/heartbeat.ahap").path
    let result = try await phone.thrum("play", pattern, "-D", "adb")
    #expect(result.messages.contains("lost: sharpness: an envelope has at most 16 points"), "\(result.messages)")
    #expect(phone.log.contains { $0.hasPrefix("vibrator_manager synced") })
  }

  @Test func `losses are printed once, with what is left of the strength in dB`() async throws {
    let phone = try FakePhone("13-plain")
    let result = try await phone.thrum("play", try phone.buzz(0.3, intensity: 0.6), "--loop=2", "-D", "adb")
    let lost =
      "lost: strength: the phone’s motor can only be on or off, so pulses stand for it; on erm-coin, the felt level "
      + "differs by "
    #expect(result.messages.components(separatedBy: lost).count == 2, "\(result.messages)")
    #expect(phone.log.first?.contains(/waveform 0( \d+){5,}$/) == true, "\(phone.log)")
    #expect(result.messages.contains("Pixel 8: on and off only"))
  }

  @Test func `playback from a start offset begins partway through the pattern's vibration`() async throws {
    let phone = try FakePhone()
    _ = try await phone.thrum("play", try phone.buzz(0.3), "--start", "0.2", "-D", "adb")
    #expect(phone.log.first?.hasSuffix("waveform -a 100 255") == true, "\(phone.log)")
  }

  @Test func `doubling the speed halves the times`() async throws {
    let phone = try FakePhone()
    _ = try await phone.thrum("play", try phone.buzz(0.3), "--rate", "2", "-D", "adb")
    #expect(phone.log.first?.hasSuffix("waveform -a 150 255") == true, "\(phone.log)")
  }

  @Test func `each pass of a loop is sent as one command, and the latency is printed`() async throws {
    let phone = try FakePhone()
    let result = try await phone.thrum("play", try phone.buzz(1), "--loop=2", "-D", "adb")
    #expect(phone.log.filter { $0.hasSuffix("waveform -a 1000 255") }.count == 2, "\(phone.log)")
    #expect(result.messages.contains(/latency: \d+( to \d+)? ms from a command to the device’s answer/))
  }

  @Test func `unplugging the phone ends playback, and the cause is reported`() async throws {
    let phone = try FakePhone()
    phone.set("unplug")
    let result = try await phone.thrum("play", try phone.buzz(600), "-D", "adb")
    #expect(result.code == 69)
    #expect(result.messages.contains("error: the phone “A1B2C3” was disconnected"), "\(result.messages)")
  }

  @Test func `if the phone refuses a vibration, playback ends with the phone's message`() async throws {
    let phone = try FakePhone()
    phone.set("refuse")
    let result = try await phone.thrum("play", try phone.buzz(600), "-D", "adb")
    #expect(result.code != 0)
    #expect(result.messages.contains("refused the vibration: java.lang.IllegalArgumentException"), "\(result.messages)")
  }

  // MARK: Errors

  @Test(arguments: [
    ("", "no Android phone is connected: connect one by USB"),
    ("A1  unauthorized usb:1-1\n", "the phone “A1” does not trust this computer yet: unlock it"),
    ("A1  offline usb:1-1\n", "the phone “A1” does not respond (offline): unlock and reconnect it"),
    (
      "A1  no permissions (missing udev rules?)\n",
      "you lack permission to open the phone “A1”: install adb's udev rules"
    ),
    (
      "A1  device model:One\nB2  device model:Two_Pro\n",
      "2 phones are connected; choose one: -D adb:A1 (One), -D adb:B2 (Two Pro)"
    ),
  ])
  func `an unusable phone is reported with the reason`(phones: String, message: String) async throws {
    let phone = try FakePhone(phones: phones)
    let result = try await phone.thrum("play", "preset:pop", "-D", "adb")
    #expect(result.code == 69)
    #expect(result.messages.contains("error: \(message)"), "\(result.messages)")
    #expect(phone.log.isEmpty)
  }

  @Test func `a serial number chooses one of several phones`() async throws {
    let phone = try FakePhone(phones: "A1  device model:One\nB2  device model:Two_Pro\n")
    let result = try await phone.thrum("play", "preset:pop", "-D", "adb:B2")
    #expect(result.code == 0 && result.messages.contains("Two Pro: a waveform"), "\(result.messages)")
  }

  @Test func `if adb is missing, the error names the package to install`() async throws {
    let folder = try TemporaryFolder()
    let result = try await ThrumProcess.run(
      ["play", "preset:pop", "-D", "adb"], environment: ["PATH": folder.path("")])
    #expect(result.code == 69)
    #expect(result.messages.contains("error: “adb” is missing: install it (Debian: adb)"), "\(result.messages)")
  }

  @Test func `a phone with an old version of Android is refused`() async throws {
    let phone = try FakePhone("9")
    let result = try await phone.thrum("play", "preset:pop", "-D", "adb")
    #expect(result.code == 69)
    #expect(result.messages.contains("the phone’s shell cannot play a pattern: Android 11 or later can"))
  }

  @Test func `Do Not Disturb is reported before playback starts`() async throws {
    let phone = try FakePhone()
    phone.set("zen", "1\n")
    let result = try await phone.thrum("play", try phone.buzz(600), "-D", "adb")
    #expect(result.code == 69)
    #expect(result.messages.contains("error: Do Not Disturb is on"), "\(result.messages)")
    #expect(phone.log.isEmpty)
  }

  @Test func `playback ends if an old phone ignores a vibration`() async throws {
    let phone = try FakePhone("11")
    phone.set("says-dnd")
    let result = try await phone.thrum("play", try phone.buzz(600), "-D", "adb")
    #expect(result.code != 0)
    #expect(result.messages.contains("error: Do Not Disturb is on"), "\(result.messages)")
  }

  // MARK: Safety

  @Test(arguments: ["$(touch${IFS}PWNED)", "`touch${IFS}PWNED`", ";touch${IFS}PWNED", "a'b\"c", "--help", "-s"])
  func `a hostile serial number cannot run a command`(serial: String) async throws {
    let phone = try FakePhone()
    let serial = serial.replacing("PWNED", with: phone.folder.path("pwned"))
    phone.set("phones", "\(serial)  device model:$(touch${IFS}\(phone.folder.path("pwned")))\n")
    let listed = try await phone.thrum("devices")
    #expect(listed.text.contains("adb:\(serial)"), "\(listed.text)")
    let result = try await phone.thrum("play", "preset:pop", "-D", "adb:\(serial)")
    #expect(!phone.folder.names.contains("pwned"), "\(result.messages)")
    #expect(result.code == 0, "\(result.messages)")
    #expect(phone.log.allSatisfy { $0.hasPrefix("vibrator_manager") })
  }

  @Test func `with an unknown serial number, no phone is used`() async throws {
    let phone = try FakePhone()
    let result = try await phone.thrum("play", "preset:pop", "-D", "adb:x; reboot")
    #expect(result.code == 69)
    #expect(
      result.messages.contains("no phone “x; reboot” is connected; found: -D adb:A1B2C3 (Pixel 8)"),
      "\(result.messages)")
    #expect(phone.log.isEmpty)
  }

  @Test(arguments: [
    ("16", "vibration XML with an envelope"), ("13", "a waveform with amplitudes"), ("13-plain", "on and off only"),
    ("9", "not usable: the phone’s shell cannot play a pattern"),
  ])
  func `the devices command lists phones with their models and capabilities`(android: String, ability: String)
    async throws
  {
    let phone = try FakePhone(phones: FakePhone.pixel + "B2  unauthorized usb:1-2\n")
    phone.set("android", android)
    let result = try await phone.thrum("devices", "--json")
    struct Document: Decodable {
      struct Row: Decodable {
        let name, kind, summary: String
      }
      let devices: [Row]
    }
    let rows = try JSONDecoder().decode(Document.self, from: result.output).devices.filter { $0.kind == "phone" }
    #expect(rows.map(\.name) == ["adb:A1B2C3", "adb:B2"])
    let summary = try #require(rows.first?.summary)
    #expect(summary.hasPrefix("Pixel 8, an Android phone over adb") && summary.contains(ability), "\(summary)")
    #expect(rows.last?.summary.contains("unauthorized") == true)
  }
}
