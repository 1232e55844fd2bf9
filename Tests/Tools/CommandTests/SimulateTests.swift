import Foundation
import Testing

struct SimulateTests {
  private static let tap =
    #"{"Version": 1.0, "Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient"}}]}"#

  @Test func `a file that the scenario reads is rejected as the output`() async throws {
    let folder = try TemporaryFolder()
    let pattern = folder.path("a.ahap")
    let script = folder.path("a.scenario")
    try SimulateTests.tap.write(toFile: pattern, atomically: false, encoding: .utf8)
    for text in ["player 1 = a.ahap\n", "pattern p = a.ahap\n", "start\nplay a.ahap\n", "register \(pattern)\n"] {
      try text.write(toFile: script, atomically: false, encoding: .utf8)
      for output in [script, pattern] {
        #expect(try await ThrumProcess.run(["simulate", script, "-o", output]).code == 64, "\(text)")
      }
      #expect(try String(contentsOfFile: pattern, encoding: .utf8) == SimulateTests.tap)
      #expect(try String(contentsOfFile: script, encoding: .utf8) == text)
    }
  }

  @Test func `standard output is rejected as the output for the sound`() async throws {
    let result = try await ThrumProcess.run(["simulate", "-", "-o", "-"], input: "start\nadvance 1\n")
    #expect(result.code == 64 && result.output.isEmpty)
    #expect(result.messages.contains("the timeline goes to standard output"))
  }

  @Test func `too many samples are rejected, and no file is written`() async throws {
    let folder = try TemporaryFolder()
    let output = folder.path("a.wav")
    let result = try await ThrumProcess.run(["simulate", "-", "-o", output], input: "start\nadvance 30000\n")
    #expect(result.code == 65)
    #expect(result.messages.contains("samples"))
    #expect(!FileManager.default.fileExists(atPath: output))
  }
}
