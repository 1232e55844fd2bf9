import Foundation
import TestSupport
import Testing
import ThrumDevice
import ThrumPattern

@testable import thrum

/// `thrum feel` as a process.
@Suite struct FeelCommandTests {
  private static let pattern = """
    {"Version": 1, "Pattern": [
      {"Event": {"Time": 0, "EventType": "HapticTransient", "EventParameters": [
        {"ParameterID": "HapticIntensity", "ParameterValue": 0.3}]}},
      {"Event": {"Time": 1, "EventType": "HapticContinuous", "EventDuration": 1, "EventParameters": [
        {"ParameterID": "HapticIntensity", "ParameterValue": 1}]}}]}
    """

  @Test func `feel prints a document with a verdict and a cure for each event`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(FeelCommandTests.pattern, "a.ahap")
    let result = try await ThrumProcess.run(["feel", path, "--on", "watch-taptic,erm-coin", "--json"])
    #expect(result.code == 1, "the transient is not felt")
    let document = try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    #expect(document["schema"] as? String == "thrum.feel/1" && document["path"] as? String == path)
    let motors = try #require(document["motors"] as? [[String: Any]])
    #expect(motors.map { $0["name"] as? String } == ["watch-taptic", "erm-coin"])
    let events = try #require(motors[0]["events"] as? [[String: Any]])
    #expect(events.map { $0["verdict"] as? String } == ["not-felt", "felt"])
    #expect(events.map { $0["index"] as? Int } == [0, 1])
    #expect((events[0]["cure"] as? [String: Any])?["kind"] as? String == "intensity")
    #expect(events[1]["cure"] is NSNull)
  }

  @Test func `feel prints a line for each event, a column for each motor, and the cures`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(FeelCommandTests.pattern, "a.ahap")
    let result = try await ThrumProcess.run(["feel", path, "--on", "watch-taptic"])
    let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 5 && lines[1].contains("watch-taptic"))
    #expect(lines[2].contains("0.000 s  transient 0.30/0.50") && lines[2].contains("not felt"))
    #expect(lines[3].contains("watch-taptic: intensity 0.30 → "))
    #expect(lines[4].contains("continuous 1.00/0.42 1000 ms") && lines[4].contains("felt 2"))
  }

  @Test func `feel judges several files, and rejects unknown motors`() async throws {
    let folder = try TemporaryFolder()
    let one = try folder.write(FeelCommandTests.pattern, "a.ahap")
    let other = try folder.write(#"{"Version": 1, "Pattern": []}"#, "b.ahap")
    let result = try await ThrumProcess.run(["feel", one, other, "--on", "all", "--json"])
    let list = try JSONSerialization.jsonObject(with: result.output) as? [[String: Any]]
    #expect(list?.count == 2 && (list?.first?["motors"] as? [Any])?.count == ActuatorPreset.all.count)
    let none = try await ThrumProcess.run(["feel", one, "--on", "pager"])
    #expect(none.code == 64 && none.messages.contains("pager"), "\(none.messages)")
    #expect(try await ThrumProcess.run(["feel", folder.path("gone.ahap")]).code == 66)
  }

  @Test func `feel survives the largest and smallest numbers`() async throws {
    let folder = try TemporaryFolder()
    for (name, number) in [("large", "3e38"), ("small", "1e-300"), ("none", "0")] {
      let event = #"{"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": \#(number), "#
      let path = try folder.write(
        #"{"Version": 1, "Pattern": ["# + event + #""EventParameters": ["#
          + #"{"ParameterID": "AttackTime", "ParameterValue": \#(number)}]}}]}"#, "\(name).ahap")
      let result = try await ThrumProcess.run(["feel", path])
      #expect([0, 1, 65].contains(result.code), "\(number): \(result.messages)")
    }
  }
}
