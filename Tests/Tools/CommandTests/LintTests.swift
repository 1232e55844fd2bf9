import Foundation
import Testing

@Suite struct LintTests {
  private func folder(_ files: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in files {
      try text.write(toFile: folder.path(name), atomically: false, encoding: .utf8)
    }
    return folder
  }

  private static let good = #"{"Version": 1.0, "Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient"}}]}"#
  private static let comma = #"{"Version": 1.0, "Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient"}},]}"#
  private static let bad = #"{"Version": 1.0, "Pattern": [{"Event": {"Time": 0, "EventType": "HapticBuzz"}}]}"#

  @Test func `lint prints nothing on standard output for a clean folder`() async throws {
    let folder = try folder(["a.ahap": LintTests.good, "b.ahap": LintTests.good])
    let result = try await ThrumProcess.run(["lint", folder.path(".")])
    #expect(result.code == 0)
    #expect(result.output.isEmpty)
    #expect(result.messages.contains("2 files"))
  }

  @Test func `warnings fail lint only with --strict, and errors always do`() async throws {
    let folder = try folder(["comma.ahap": LintTests.comma, "bad.ahap": LintTests.bad])
    #expect(try await ThrumProcess.run(["lint", folder.path("comma.ahap")]).code == 0)
    #expect(try await ThrumProcess.run(["lint", "--strict", folder.path("comma.ahap")]).code == 1)
    let error = try await ThrumProcess.run(["lint", folder.path("bad.ahap")])
    #expect(error.code == 1)
    #expect(error.text.contains("bad.ahap:1:"))
  }

  @Test func `JSON and JUnit reports contain the same findings`() async throws {
    let folder = try folder(["bad.ahap": LintTests.bad, "good.ahap": LintTests.good])
    let report = folder.path("report.xml")
    let result = try await ThrumProcess.run(["lint", folder.path("."), "--json", "--junit", report])
    #expect(result.code == 1)
    let document = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    #expect(document?["schema"] as? String == "thrum.lint/1")
    #expect(document?["errors"] as? Int == 1)
    let xml = try String(contentsOfFile: report, encoding: .utf8)
    #expect(xml.contains("tests=\"2\" failures=\"1\""))
  }

  @Test func `lint without any file exits with code 66`() async throws {
    let folder = try TemporaryFolder()
    #expect(try await ThrumProcess.run(["lint", folder.path(".")]).code == 66)
    #expect(try await ThrumProcess.run(["lint", folder.path("none")]).code == 66)
    #expect(try await ThrumProcess.run(["lint", "--list", "/dev/null"]).code == 66)
  }

  @Test func `an unreadable file appears in every report, and the others are linted`() async throws {
    let folder = try folder(["good.ahap": LintTests.good])
    try FileManager.default.createSymbolicLink(atPath: folder.path("loop.ahap"), withDestinationPath: "loop.ahap")
    let report = folder.path("report.xml")
    let result = try await ThrumProcess.run([
      "lint", folder.path("."), folder.path("none.ahap"), "--json", "--junit", report,
    ])
    #expect(result.code == 66 && result.messages.contains("Too many levels"))
    let document = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    #expect(document?["files"] as? Int == 1 && document?["errors"] as? Int == 0)
    #expect(
      (document?["unreadable"] as? [[String: String]])?.map { $0["file"] } == [
        folder.path("./loop.ahap"), folder.path("none.ahap"),
      ])
    let xml = try String(contentsOfFile: report, encoding: .utf8)
    #expect(xml.contains("tests=\"3\" failures=\"0\" errors=\"2\""))
    #expect(xml.contains("none.ahap: No such file or directory\"/>"))
  }
}
