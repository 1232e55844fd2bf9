import Foundation
import Testing
import ThrumFormats

@testable import thrum

/// `thrum convert` to files of code for apps, other than Swift's.
@Suite struct CodeFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("Haptics"), withIntermediateDirectories: true)
    for (name, strength) in [("big-tap", 0.8), ("成功", 0.5), ("失敗", 0.6)] { try write(name, strength) }
  }

  private func write(_ name: String, _ strength: Double) throws {
    _ = try folder.write(
      """
      {"Version": 1, "Metadata": {"Description": "secret"}, "Pattern": [{"Event": {"Time": 0, "EventType":
        "HapticTransient", "EventParameters": [{"ParameterID": "HapticIntensity", "ParameterValue": \(strength)}]}}]}
      """, "Haptics/\(name).ahap")
  }

  private var patterns: String { folder.path("Haptics") }
  private var tap: String { folder.path("Haptics/big-tap.ahap") }

  private func convert(_ arguments: String...) async throws -> ThrumProcess.Result {
    try await ThrumProcess.run(["convert"] + arguments)
  }

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private func count(_ words: String, in text: String) -> Int { text.components(separatedBy: words).count - 1 }

  @Test(arguments: PatternWriter.codeEndings)
  func `a folder becomes one file, in which every pattern has a name`(ending: String) async throws {
    let output = folder.path("Haptics\(ending)")
    let made = try await convert(patterns, output)
    #expect(made.code == 0 && made.text == output + "\n", "\(made.messages)")
    let text = try text(output)
    let names = ["bigTap", "patternU5931U6557", "patternU6210U529F"]
    for name in names {
      #expect(text.localizedCaseInsensitiveContains("// name: \"\(name)\","), "\(name)")
      let declared = ["export const \(name) = ", "fun \(name)()", "class \(name) {"]
      #expect(declared.contains { text.localizedCaseInsensitiveContains($0) }, "\(name)")
    }
    #expect(count("\nimport ", in: text) <= 1 && !text.contains("secret") && !text.contains(folder.path("")))
    #expect(count("export default", in: text) == ([".ts", ".js"].contains(ending) ? 1 : 0))
    let files = ["big-tap", "失敗", "成功"].map { folder.path("Haptics/\($0).ahap") }
    _ = try await ThrumProcess.run(["convert"] + files.reversed() + ["-o", output])
    #expect(try self.text(output) == text, "the order of the patterns changes nothing")
  }

  @Test(arguments: PatternWriter.codeEndings)
  func `check says what is stale, and writes nothing`(ending: String) async throws {
    for (input, output) in [(patterns, folder.path("All\(ending)")), (tap, folder.path("One\(ending)"))] {
      let absent = try await convert(input, output, "--check")
      #expect(absent.code == 1 && absent.text.contains("does not exist"))
      _ = try await convert(input, output)
      let before = try text(output)
      let current = try await convert(input, output, "--check")
      #expect(current.code == 0 && current.messages.contains("up to date with"), "\(current.text)")
      try write("big-tap", 0.3)
      let changed = try await convert(input, output, "--check")
      #expect(changed.code == 1 && changed.text.contains("is stale: big-tap.ahap has changed"), "\(changed.text)")
      #expect(changed.messages.contains("thrum convert \(input) \(output)"))
      #expect(try text(output) == before)
      try write("big-tap", 0.8)
    }
  }

  @Test func `the command that cures a stale file has its options`() async throws {
    let output = folder.path("All.kt")
    _ = try await convert(patterns, output, "--to", "primitives")
    #expect(try await convert(patterns, output, "--to", "primitives", "--check").code == 0)
    let other = try await convert(patterns, output, "--to", "basic-envelope", "--check")
    #expect(other.code == 1 && other.messages.contains("All.kt --to basic-envelope"), "\(other.messages)")
  }

  @Test func `a pattern with errors is refused with its place, and nothing is written`() async throws {
    _ = try folder.write(#"{"Version": 1, "Pattern": [{"Event": {"Time": 0, "EventType": "x"}}]}"#, "Haptics/bad.ahap")
    let result = try await convert(patterns, folder.path("All.ts"))
    #expect(result.code == 65 && result.messages.contains("bad.ahap:1:"), "\(result.messages)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("All.ts")))
  }

  @Test func `a file for React Native names the pattern's own file, whatever its own name`() async throws {
    for output in ["BigTap.ts", "1 bad-name.ts"] {
      _ = try await convert(tap, folder.path(output))
      #expect(try text(folder.path(output)).contains("{ file: \"big-tap.ahap\", "))
    }
    _ = try await convert("preset:pop", folder.path("Other.ts"))
    #expect(try text(folder.path("Other.ts")).contains("{ file: \"pop.ahap\", "))
    _ = try await convert(patterns, folder.path("All.ts"))
    for name in ["big-tap", "失敗", "成功"] {
      #expect(try text(folder.path("All.ts")).contains("{ file: \"\(name).ahap\", "))
    }
  }

  @Test func `the pulses and envelopes of a clip are merged if that is wanted`() async throws {
    let clip = try folder.write(
      """
      {"version": {"major": 1, "minor": 0, "patch": 0}, "signals": {"continuous": {"envelopes": {"amplitude": [
        {"time": 0, "amplitude": 0.5, "emphasis": {"amplitude": 1, "frequency": 0.5}}, {"time": 0.5, "amplitude": 0.5}
      ], "frequency": []}}}}
      """, "clip.haptic")
    for ending in [".ts", ".dart", ".swift"] {
      let output = folder.path("Clip\(ending)")
      let refused = try await convert(clip, output)
      #expect(refused.code == 65 && refused.messages.contains("--merge"), "\(ending): \(refused.messages)")
      let merged = try await convert(clip, output, "--merge")
      #expect(merged.code == 0, "\(ending): \(merged.messages)")
      #expect(try await convert(clip, output, "--merge", "--check").code == 0)
    }
  }

  @Test func `a kind that needs another ending is refused with that ending`() async throws {
    let result = try await convert(tap, folder.path("x.json"), "--to", "react-native")
    #expect(result.code == 64 && result.messages.contains("it needs one that ends in .ts"), "\(result.messages)")
    let unknown = try await convert(tap, folder.path("x.json"), "--to", "smell")
    #expect(unknown.code == 64 && unknown.messages.contains("there is no kind “smell”"))
  }
}
