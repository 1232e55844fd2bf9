import Foundation
import HapticEngine
import HapticPattern
import Testing

/// Scenarios as text.
@Suite struct ScenarioTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Docs/Scenarios")

  static let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".scenario") }.sorted()

  private func run(_ text: String) throws -> ScenarioRunner {
    let scenario = try Scenario(parsing: text, file: "test")
    let runner = ScenarioRunner(profile: scenario.profile) { path in
      AHAP.read(try Array(Data(contentsOf: URL(fileURLWithPath: path))), name: path).pattern ?? Pattern()
    }
    try runner.run(scenario, file: "test")
    return runner
  }

  @Test func `there are scenarios in the documents`() { #expect(ScenarioTests.files.count >= 7) }

  @Test(arguments: files) func `every scenario of the documents comes out as it says`(_ name: String) throws {
    let text = try String(contentsOf: ScenarioTests.folder.appendingPathComponent(name), encoding: .utf8)
    let runner = try run(text)
    #expect(runner.findings == [])
    #expect(text.contains("expect"))
  }

  @Test func `an expectation that is not met is found with its line`() throws {
    let runner = try run("start\nexpect stopped\nadvance 1\nexpect handler reset\nexpect engines 1\n")
    #expect(runner.findings.map(\.line) == [2, 4])
    #expect(runner.findings.first?.message.contains("running") == true)
  }

  @Test(arguments: [
    ("strat", 1, 1), ("start now", 1, 7), ("player x start", 1, 8), ("\nadvance -1", 2, 9), ("pattern a taps", 1, 11),
    ("expect error nope", 1, 18), ("fail nothing 1", 1, 6), ("profile tablet", 1, 9), ("player 1 curve A 0:1", 1, 16),
    ("play \"open", 1, 6), ("at 1 dance", 1, 6), ("advance 1e300", 1, 9), ("advance 0,5", 1, 9),
  ]) func `a line that cannot be understood is told with its place`(_ text: String, _ line: Int, _ column: Int) {
    let error = #expect(throws: ScenarioError.self) { try Scenario(parsing: text, file: "x") }
    #expect(error.map { [$0.line, $0.column] } == [line, column])
  }

  @Test(arguments: ["player 3 start", "use engine 2", "expect player 1 idle", "drop engine\nstart"])
  func `a name that means nothing is told with its line`(_ text: String) throws {
    #expect(throws: ScenarioError.self) { try run("start\n" + text) }
  }

  @Test func `faults are written as they are read`() throws {
    let faults: [Fault] = [
      .suspendApp, .clear, .limitPlayers(3), .limitPlayers(nil), .passIdleTime, .changeAudioRoute,
      .fail(.playerStart, code: .noPlayerChannel, times: 2), .fail(.start, code: .engineStartTimeout, times: nil),
      .failNth(.makeEngine, n: 4, code: .memoryError),
    ]
    let text = faults.map(\.description).joined(separator: "\n")
    let lines = try Scenario(parsing: text, file: "x").lines
    #expect(lines.map(\.statement) == faults.map(Scenario.Statement.fault))
  }

  @Test func `whatever the text, reading and running it never traps`() throws {
    let words = [
      "start", "stop", "player", "1", "2", "=", "a", "taps", "0", "0.5", "advance", "expect", "running", "error", "-1",
      "in",
      "at", "raw", "nan", "suspend", "app", "resume", "reset", "server", "loop", "on", "end", "seek", "send",
      "HapticIntensityControl", "curve", "0:1", "1:0", "fail", "nth", "\n", "\n", "\n", "pattern", "buzz", "\"", "#",
      "engine", "drop", "use", "rate", "mute", "cancel", "pause", "notify", "settle", "play",
    ]
    var random = SplitMix(state: 7)
    for _ in 0..<3000 {
      let text = (0..<12).map { _ in words[Int(random.next() % UInt64(words.count))] }.joined(separator: " ")
      do { _ = try run(text) } catch is ScenarioError {} catch is CocoaError {}
    }
  }

  private struct SplitMix {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }
}
