import Foundation
import TestSupport
import Testing
import ThrumEngine
import ThrumPattern
import ThrumScenario

@Suite struct ScenarioTests {
  private static let folder = PackageFolder.root.appendingPathComponent("Docs/Scenarios")

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

  @Test func `the documents contain at least seven scenarios`() { #expect(ScenarioTests.files.count >= 7) }

  @Test(arguments: files) func `every scenario in the documents meets its expectations`(_ name: String) throws {
    let text = try String(contentsOf: ScenarioTests.folder.appendingPathComponent(name), encoding: .utf8)
    let runner = try run(text)
    #expect(runner.findings == [])
    #expect(text.contains("expect"))
  }

  @Test(arguments: Fault.plain) func `every fault is written in scenarios as the documents say`(fault: Fault) throws {
    let file = ScenarioTests.folder.appendingPathComponent("README.md")
    let words = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isWhitespace)
    #expect(words.joined(separator: " ").contains("`\(fault)`"))
    #expect(try run("\(fault)\nadvance 1\n").findings == [])
  }

  @Test func `a scenario may have Windows line endings`() throws {
    let runner = try run("start\r\nexpect stopped\r\n\r\nadvance 1\r\nexpect engines 1\r\n")
    #expect(runner.findings.map(\.line) == [2])
  }

  @Test func `an unmet expectation is reported with its line`() throws {
    let runner = try run("start\nexpect stopped\nadvance 1\nexpect handler reset\nexpect engines 1\n")
    #expect(runner.findings.map(\.line) == [2, 4])
    #expect(runner.findings.first?.message.contains("running") == true)
  }

  @Test(arguments: [
    ("strat", 1, 1), ("start now", 1, 7), ("player x start", 1, 8), ("\nadvance -1", 2, 9), ("pattern a taps", 1, 11),
    ("expect error nope", 1, 18), ("fail nothing 1", 1, 6), ("profile tablet", 1, 9), ("player 1 curve A 0:1", 1, 16),
    ("play \"open", 1, 6), ("at 1 dance", 1, 6), ("advance 1e300", 1, 9), ("advance 0,5", 1, 9),
  ]) func `a line that cannot be parsed is reported with its position`(_ text: String, _ line: Int, _ column: Int) {
    let error = #expect(throws: ScenarioError.self) { try Scenario(parsing: text, file: "x") }
    #expect(error.map { [$0.line, $0.column] } == [line, column])
  }

  @Test(arguments: ["player 3 start", "use engine 2", "expect player 1 idle", "drop engine\nstart"])
  func `a command for an unknown player or engine fails`(_ text: String) throws {
    #expect(throws: ScenarioError.self) { try run("start\n" + text) }
  }

  @Test func `a fault's description parses back to the same fault`() throws {
    let faults: [Fault] = [
      .suspendApp, .clear, .limitPlayers(3), .limitPlayers(nil), .passIdleTime, .changeAudioRoute,
      .fail(.playerStart, code: .noPlayerChannel, times: 2), .fail(.start, code: .engineStartTimeout, times: nil),
      .failNth(.makeEngine, n: 4, code: .memoryError),
    ]
    let text = faults.map(\.description).joined(separator: "\n")
    let lines = try Scenario(parsing: text, file: "x").lines
    #expect(lines.map(\.statement) == faults.map(Scenario.Statement.fault))
  }

  @Test func `no scenario text causes a trap while it is parsed and run`() throws {
    let words = [
      "start", "stop", "player", "1", "2", "=", "a", "taps", "0", "0.5", "advance", "expect", "running", "error", "-1",
      "in",
      "at", "raw", "nan", "suspend", "app", "resume", "reset", "server", "loop", "on", "end", "seek", "send",
      "HapticIntensityControl", "curve", "0:1", "1:0", "fail", "nth", "\n", "\n", "\n", "pattern", "buzz", "\"", "#",
      "engine", "drop", "use", "rate", "mute", "cancel", "pause", "notify", "settle", "play",
    ]
    let lines = [
      "start", "stop", "start later", "pattern t = taps 0 0.1", "pattern b = buzz 1 attack 0.5", "player 1 = t",
      "player 2 = basic b", "player 1 start", "player 2 start in 0.1", "players 1 2 start offset 0.05",
      "player 1 pause",
      "player 1 resume at 1", "player 2 stop ago 1", "player 1 loop on", "player 1 rate 1e9", "player 1 seek nan",
      "player 1 send HapticIntensityControl nan", "player 2 curve HapticSharpnessControl 0:1 inf:0", "advance 0.3",
      "reset server", "fail server", "recover server", "suspend app", "resume app", "after 0.1 interrupt audio",
      "end interruption", "drop engine", "engine", "use engine 1", "auto shutdown on", "on stopped start",
      "notify stop",
      "play t", "limit players 0", "fail player.start 7", "clear faults", "settle", "expect running", "player 1 drop",
    ]
    var random = SplitMix64(seed: 7)
    for _ in 0..<300 {
      let text = (0..<25).map { _ in lines.randomElement(using: &random) ?? "" }.joined(separator: "\n")
      do { _ = try run(text) } catch is ScenarioError {} catch is CocoaError {}
    }
    for _ in 0..<3000 {
      let text = (0..<12).map { _ in words[Int(random.next() % UInt64(words.count))] }.joined(separator: " ")
      do { _ = try run(text) } catch is ScenarioError {} catch is CocoaError {}
    }
  }
}
