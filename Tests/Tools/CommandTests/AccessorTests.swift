import Foundation
import Testing

@testable import thrum

/// `thrum convert … Haptics.swift`.
@Suite struct AccessorTests {
  private let folder: TemporaryFolder
  private let tap: String
  private let buzz: String
  private let output: String

  init() throws {
    folder = try TemporaryFolder()
    tap = try folder.write(AccessorTests.tap, "big-tap.ahap")
    buzz = try folder.write(AccessorTests.buzz, "buzz.ahap")
    output = folder.path("Haptics.swift")
  }

  private static let tap = """
    {"Version": 1, "Metadata": {"Description": "secret"}, "Pattern": [{"Event": {"Time": 0.25, "EventType":
      "HapticTransient", "EventParameters": [{"ParameterID": "HapticIntensity", "ParameterValue": 0.8}]}}]}
    """
  private static let buzz = """
    {"Version": 1, "Pattern": [{"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": 0.5}}]}
    """

  private func convert(_ arguments: String...) async throws -> ThrumProcess.Result {
    try await ThrumProcess.run(["convert"] + arguments)
  }

  private func text() throws -> String { try String(contentsOfFile: output, encoding: .utf8) }

  @Test func `each pattern becomes an accessor with its file's hash`() async throws {
    let result = try await convert(tap, buzz, output)
    #expect(result.code == 0 && result.text == output + "\n", "\(result.messages)")
    let text = try text()
    #expect(
      text.contains("enum Haptics {") && text.contains("static let all: [Effect] = [\n    bigTap,\n    buzz,\n  ]"))
    #expect(text.contains("  /// 0.250 s: 1 transient.\n  static let bigTap = Effect("))
    let hash = SHA256.hash(Array(AccessorTests.tap.utf8)).map {
      String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
    }
    #expect(text.contains("sourceHash: \"\(hash.joined())\""))
    #expect(!text.contains("secret") && !text.contains(folder.path("")), "metadata or a folder is in the app")
    #expect(!text.contains("soundsIn"), "nothing has a sound")
  }

  @Test func `the order of the patterns and their folder change nothing`() async throws {
    _ = try await convert(tap, buzz, output)
    let first = try text()
    _ = try await convert(buzz, tap, output)
    #expect(try text() == first)
    _ = try await convert(folder.path(""), "-o", output)
    #expect(try text() == first)
  }

  @Test func `a pattern with errors is refused with its place, and nothing is written`() async throws {
    let bad = try folder.write(
      #"{"Version": 1, "Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransent"}}]}"#, "bad.ahap")
    let result = try await convert(tap, bad, output)
    #expect(result.code == 65 && result.messages.contains("bad.ahap:1:"), "\(result.messages)")
    #expect(result.messages.contains("not written: 1 pattern cannot be used"))
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test func `two files for one name are refused, both by name`() async throws {
    let other = try folder.write(AccessorTests.tap, "big tap.ahap")
    let result = try await convert(tap, other, output)
    #expect(result.code == 65 && result.messages.contains("\(tap) and \(other) would both be `bigTap`"))
  }

  @Test func `check says what is stale, missing and extra, how to cure it, and writes nothing`() async throws {
    let snap = try folder.write(AccessorTests.tap, "snap.ahap")
    _ = try await convert(tap, buzz, output)
    let current = try await convert(tap, buzz, output, "--check")
    #expect(current.code == 0 && current.messages.contains("up to date with 2 patterns"))
    let before = try text()
    _ = try folder.write(AccessorTests.buzz, "big-tap.ahap")
    let changed = try await convert(tap, snap, output, "--check")
    #expect(changed.code == 1)
    #expect(
      changed.text == """
        \(output): bigTap is stale: big-tap.ahap has changed
        \(output): snap is missing: snap.ahap is not in it
        \(output): buzz is extra: buzz.ahap is not among the patterns

        """)
    #expect(changed.messages.contains("thrum convert \(tap) \(snap) \(output)"))
    #expect(try text() == before)
    try (before + "// mine\n").write(toFile: output, atomically: true, encoding: .utf8)
    _ = try folder.write(AccessorTests.tap, "big-tap.ahap")
    let edited = try await convert(tap, buzz, output, "--check")
    #expect(edited.code == 1 && edited.text == "\(output) was edited, or written by another version of Thrum\n")
    let absent = try await convert(tap, folder.path("New.swift"), "--check")
    #expect(absent.code == 1 && absent.text.contains("New.swift does not exist"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("New.swift")))
  }

  @Test func `a pattern with sounds looks for them in a bundle`() async throws {
    let input = try folder.write(SamplePattern.text, "sample.ahap")
    _ = try await convert(input, output)
    #expect(try text().contains("func pattern(soundsIn bundle: Bundle = .main) throws -> CHHapticPattern {"))
  }

  @Test func `several patterns fit only a file of code, and check only that`() async throws {
    let many = try await convert(tap, buzz, folder.path("x.haptic"))
    #expect(many.code == 64 && many.messages.contains("several patterns fit only a file of code (.swift"))
    let check = try await convert(tap, folder.path("x.haptic"), "--check")
    #expect(check.code == 64 && check.messages.contains("--check compares a file of code (.swift"))
    let kind = try await convert(tap, output, "--to", "waveform")
    #expect(kind.code == 64)
  }

  @Test func `names are those that Swift allows`() {
    for (file, name) in [
      ("default.ahap", "defaultEffect"), ("all.ahap", "allEffect"), ("2 beats.ahap", "pattern2Beats"),
      ("größe.ahap", "grE"), ("水.ahap", "patternU6C34"), ("火 2.ahap", "patternU706B2"), ("2.ahap", "pattern2"),
      ("Deep-End.haptic", "deepEnd"),
    ] { #expect(CodeMember(path: "a/" + file, bytes: [], .init()).name == name, "\(file)") }
    let text = SwiftAccessors([], output: "out/my haptics.swift").text
    #expect(text.contains("enum MyHaptics {"))
    #expect(SwiftAccessors([], output: "effect.swift").text.contains("enum EffectEffects {"))
    #expect(SwiftAccessors.literal("a\"\\(b)\n\u{202E}") == #""a\"\\(b)\u{a}\u{202e}""#)
  }
}
