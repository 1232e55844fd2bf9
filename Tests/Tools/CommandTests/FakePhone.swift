import Foundation

/// A folder that the fake `adb` of Tests/Tools/FakeADB plays.
struct FakePhone {
  let folder: TemporaryFolder
  private let programs: String

  /// - Parameter phones: lines of `adb devices -l`.
  init(_ android: String = "13", phones: String = FakePhone.pixel) throws {
    folder = try TemporaryFolder()
    programs =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("FakeADB").path
    set("android", android)
    set("phones", phones)
  }

  static let pixel = "A1B2C3                 device usb:1-1 product:x model:Pixel_8 device:x transport_id:1\n"

  /// Writes one of the files that the script reads.
  func set(_ name: String, _ text: String = "") {
    // A test that cannot write fails in the command that it runs.
    try? text.write(toFile: folder.path(name), atomically: true, encoding: .utf8)
  }

  /// Commands that the phone's shell has run, one per line.
  var log: [String] {
    ((try? String(contentsOfFile: folder.path("log"), encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
  }

  private var environment: [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return ["PATH": "\(programs):\(path)", "FAKE_ADB": folder.path(""), "ALSA_CONFIG_PATH": "/dev/null"]
  }

  func thrum(_ arguments: String..., input: String? = nil) async throws -> ThrumProcess.Result {
    try await ThrumProcess.run(arguments, input: input, environment: environment)
  }

  /// A pattern with a buzz of constant strength.
  func buzz(_ seconds: Double, intensity: Double = 1) throws -> String {
    try folder.write(
      #"""
      {"Version": 1, "Pattern": [{"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": \#(seconds),
       "EventParameters": [{"ParameterID": "HapticIntensity", "ParameterValue": \#(intensity)},
       {"ParameterID": "HapticSharpness", "ParameterValue": 0.25}]}}]}
      """#, "buzz.ahap")
  }
}
