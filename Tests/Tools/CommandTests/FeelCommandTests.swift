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
        {"ParameterID": "HapticIntensity", "ParameterValue": 0.17}]}},
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

  @Test func `a damaged file is reported with place and cause, also in a JUnit report`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(#"{"Version": 1, "Pattern": [{]"#, "damaged.ahap")
    let report = folder.path("report.xml")
    let result = try await ThrumProcess.run(["feel", path, "--junit", report])
    #expect(result.code == 65)
    for text in [result.messages, try String(contentsOfFile: report, encoding: .utf8)] {
      #expect(text.contains("damaged.ahap:1:29: error: ") && text.contains("rejects this pattern"), "\(text)")
    }
  }

  @Test func `on and off times are printed and drawn, with what is left of the strength`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      FeelCommandTests.pattern.replacing(#""ParameterValue": 1}"#, with: #""ParameterValue": 0.6}"#), "a.ahap")
    let picture = folder.path("a.svg")
    let result = try await ThrumProcess.run(
      ["feel", path, "--pulses", "--on", "erm-coin,coin-lra-175", "--json", "--plot", picture])
    #expect(result.code == 0, "\(result.messages)")
    let document = try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    #expect(document["schema"] as? String == "thrum.pulses/1" && document["cutSeconds"] == nil)
    let motors = try #require(document["motors"] as? [[String: Any]])
    #expect(motors.map { $0["name"] as? String } == ["erm-coin", "coin-lra-175"])
    for motor in motors {
      let left = ["difference", "naiveDifference"].map { (motor[$0] as? [String: Double])?["rmsDecibels"] ?? -1 }
      #expect(0 < left[0] && left[0] < left[1], "\(left)")
      let onOff = try #require(motor["onOff"] as? [Int])
      #expect(onOff.count > 7 && onOff[0] >= 8, "the first pulse is the transient")
    }
    #expect(try String(contentsOfFile: picture, encoding: .utf8).contains("<svg"))
    let text = try await ThrumProcess.run(["feel", path, "--pulses"])
    #expect(String(decoding: text.output, as: UTF8.self).contains("erm-coin, on and off, ms: ["))
    let usage = try await ThrumProcess.run(["feel", path, "--pulses", "--fix", "-o", "-"])
    #expect(usage.code == 64 && usage.messages.contains("--pulses goes with"), "\(usage.messages)")
  }

  @Test func `feel prints a line for each event, a column for each motor, and the cures`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(FeelCommandTests.pattern, "a.ahap")
    let result = try await ThrumProcess.run(["feel", path, "--on", "watch-taptic"])
    let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 6 && lines[1].contains("watch-taptic"))
    #expect(lines[2].contains("of what a phone gives") && lines[2].contains("loses nothing"))
    #expect(lines[3].contains("0.000 s  transient 0.17/0.50") && lines[3].contains("not felt"))
    #expect(lines[4].contains("watch-taptic: intensity 0.17 → "))
    #expect(lines[5].contains("continuous 1.00/0.42 1000 ms") && lines[5].contains("felt 4"))
  }

  @Test func `feel judges several files and rejects unknown motors`() async throws {
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

  @Test func `feel writes a cured file and says what it changed`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(FeelCommandTests.pattern, "a.ahap")
    let cured = folder.path("b.ahap")
    let result = try await ThrumProcess.run(["feel", path, "--on", "watch-taptic", "--fix", "-o", cured])
    #expect(result.code == 0, "\(result.messages)")
    #expect(result.messages.contains("a.ahap: event 0 at 0.000 s: intensity 0.17 → "))
    #expect(try await ThrumProcess.run(["feel", cured, "--on", "watch-taptic"]).code == 0)
    let again = try await ThrumProcess.run(["feel", cured, "--on", "watch-taptic", "--fix", "-o", "-"])
    #expect(again.output == (try Data(contentsOf: URL(fileURLWithPath: cured))))
    #expect(again.messages.contains("nothing to change"))
    // Only gaps may change, so the transient stays too weak.
    let refused = try await ThrumProcess.run(
      ["feel", path, "--on", "watch-taptic", "--fix", "--cures", "gap", "-o", folder.path("c.ahap")])
    #expect(refused.code == 1 && refused.messages.contains("on watch-taptic, 1 of 2 events cannot be cured"))
    for bad in [
      ["--fix"], ["-o", cured], ["--cures", "gap"], ["--fix", "--cures", "loud", "-o", cured], ["--on", ","],
    ] {
      #expect(try await ThrumProcess.run(["feel", path] + bad).code == 64, "\(bad)")
    }
    let over = try await ThrumProcess.run(["feel", path, "--fix", "-o", path])
    #expect(over.code == 64 && over.messages.contains("would be overwritten"))
  }

  @Test func `feel prints a line for each of several files, and a total for each motor`() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(FeelCommandTests.pattern, "a.ahap")
    _ = try folder.write(FeelCommandTests.pattern, "b.ahap")
    let result = try await ThrumProcess.run(["feel", folder.path("."), "--on", "watch-taptic,dualsense-vca"])
    let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    #expect(result.code == 1 && lines.count == 4)
    #expect(lines[1].contains("a.ahap") && lines[1].contains("1 not felt of 2"))
    #expect(lines[3].contains("all 2 files") && lines[3].contains("2 not felt of 4"))
  }

  @Test func `the table of a hundred events of all kinds fits on a screen`() async throws {
    let folder = try TemporaryFolder()
    let events = (0..<100).map { place in
      #"{"Event": {"Time": \#(0.2 * Double(place)), "EventType": "HapticTransient", "EventParameters": ["#
        + #"{"ParameterID": "HapticIntensity", "ParameterValue": \#(Double(place) / 100)}, "#
        + #"{"ParameterID": "HapticSharpness", "ParameterValue": \#(Double(place * 37 % 100) / 100)}]}}"#
    }
    let path = try folder.write(#"{"Version": 1, "Pattern": ["# + events.joined(separator: ",") + "]}", "many.ahap")
    let result = try await ThrumProcess.run(["feel", path])
    #expect(result.output.split(separator: 10).count <= 43)
  }

  @Test func `verdicts appear as findings in JUnit, SARIF and lint output`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(FeelCommandTests.pattern, "a b.ahap")
    let (junit, sarif) = (folder.path("r.xml"), folder.path("r.sarif"))
    let result = try await ThrumProcess.run(
      ["feel", path, "--on", "watch-taptic", "--junit", junit, "--sarif", sarif, "--json"])
    #expect(result.code == 1)
    let xml = try String(contentsOfFile: junit, encoding: .utf8)
    #expect(xml.contains(#"<testsuite name="thrum feel" tests="1" failures="1""#) && xml.contains("FEEL001"))
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: sarif))) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let found = try #require((run["results"] as? [[String: Any]])?.first)
    #expect(found["ruleId"] as? String == "FEEL001" && found["level"] as? String == "warning")
    let place = try #require((found["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])
    #expect(((place["artifactLocation"] as? [String: Any])?["uri"] as? String)?.hasSuffix("/a%20b.ahap") == true)
    #expect((place["region"] as? [String: Any])?["startLine"] as? Int == 2)

    let lint = try await ThrumProcess.run(["lint", path, "--on", "watch-taptic", "--sarif", sarif])
    #expect(
      lint.code == 0
        && String(decoding: lint.output, as: UTF8.self).contains("on watch-taptic, the event at 0.000 s is not felt"))
    #expect(try await ThrumProcess.run(["lint", path, "--on", "watch-taptic", "--strict"]).code == 1)
    #expect(try String(contentsOfFile: sarif, encoding: .utf8).contains("FEEL001"))
  }

  @Test(arguments: ["png", "svg"]) func `feel draws a plot with a lane for each motor`(format: String) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(FeelCommandTests.pattern, "a.ahap")
    let picture = folder.path("a.\(format)")
    let result = try await ThrumProcess.run(["feel", path, "--on", "watch-taptic,erm-coin", "--plot", picture])
    #expect(result.code == 1, "\(result.messages)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: picture))
    if format == "svg" {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("watch-taptic") && text.contains("erm-coin: 1 of 2 events are felt"))
    } else {
      #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && bytes.count > 2_000)
    }
    #expect(try await ThrumProcess.run(["feel", path, "--plot", folder.path("a.jpg")]).code == 64)
  }

  @Test func `feel handles the largest and smallest numbers`() async throws {
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
