import Foundation
import TestSupport
import Testing

@testable import thrum

/// `thrum diff` as a process.
@Suite struct DiffTests {
  private static func pattern(_ intensity: Double, times: [Double] = [0]) -> String {
    let events = times.map { time in
      """
      {"Event": {"Time": \(time), "EventType": "HapticContinuous", "EventDuration": 0.2, "EventParameters": [
        {"ParameterID": "HapticIntensity", "ParameterValue": \(intensity)}]}}
      """
    }
    return #"{"Version": 1, "Pattern": [\#(events.joined(separator: ","))]}"#
  }

  private func lines(_ result: ThrumProcess.Result) -> [String] {
    String(decoding: result.output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `each change is reported on one line that says what can be felt`() async throws {
    let folder = try TemporaryFolder()
    let (old, new) = (
      try folder.write(DiffTests.pattern(1), "a.ahap"), try folder.write(DiffTests.pattern(0.5), "b.ahap")
    )
    let result = try await ThrumProcess.run(["diff", old, new])
    #expect(result.code == 0)
    let lines = lines(result)
    #expect(lines.count == 2 && lines[0].hasSuffix("1 event changed; 1 of 1 can be felt on iphone-taptic"))
    #expect(lines[1].contains("intensity 1 → 0.5") && lines[1].hasSuffix("dB weaker"), "\(lines[1])")
    #expect(try await ThrumProcess.run(["diff", old, new, "--exit-code"]).code == 1)
    #expect(try await ThrumProcess.run(["diff", old, old, "--exit-code"]).code == 0)
  }

  @Test func `a pattern that moved as a whole is reported on one line`() async throws {
    let folder = try TemporaryFolder()
    let old = try folder.write(DiffTests.pattern(1, times: [0, 1, 2, 3]), "a.ahap")
    let new = try folder.write(DiffTests.pattern(1, times: [0.5, 1.5, 2.5, 3.5]), "b.ahap")
    let lines = lines(try await ThrumProcess.run(["diff", old, new]))
    #expect(lines.count == 1 && lines[0].hasSuffix("b.ahap: all events 0.500 s later"), "\(lines)")
  }

  @Test func `many changes of the same kind share a line`() async throws {
    let folder = try TemporaryFolder()
    let times = (0..<30).map { Double($0) / 2 }
    let old = try folder.write(DiffTests.pattern(1, times: times), "a.ahap")
    let new = try folder.write(DiffTests.pattern(0.5, times: times), "b.ahap")
    let lines = lines(try await ThrumProcess.run(["diff", old, new]))
    #expect(
      lines.count == 2 && lines[1].contains("30 continuous") && lines[1].contains("intensity by −0.5"), "\(lines)")
  }

  @Test func `names in two Unicode normal forms are two files`() async throws {
    let (old, new) = (try TemporaryFolder(), try TemporaryFolder())
    for folder in [old, new] {
      for name in ["Caf\u{E9}.ahap", "Cafe\u{301}.ahap"] { _ = try folder.write(DiffTests.pattern(1), name) }
    }
    _ = try new.write(DiffTests.pattern(0.5), "Cafe\u{301}.ahap")
    let result = try await ThrumProcess.run(["diff", old.path(""), new.path("")])
    #expect(result.code == 0 && lines(result).filter { $0.contains("1 event changed") }.count == 1, "\(result)")
  }

  @Test func `folders are compared by relative path, and an unreadable file does not hide the others`() async throws {
    let (old, new) = (try TemporaryFolder(), try TemporaryFolder())
    for (name, before, after) in [
      ("same.ahap", DiffTests.pattern(1), DiffTests.pattern(1)), ("gone.ahap", DiffTests.pattern(1), nil),
      ("new.ahap", nil, DiffTests.pattern(1)), ("other.ahap", DiffTests.pattern(1), DiffTests.pattern(0.4)),
      ("bad.ahap", "{", DiffTests.pattern(1)),
    ] {
      if let before { _ = try old.write(before, name) }
      if let after { _ = try new.write(after, name) }
    }
    let result = try await ThrumProcess.run(["diff", old.path(""), new.path("")])
    let lines = lines(result)
    #expect(result.code == 65 && result.messages.contains("bad.ahap"))
    #expect(
      lines.filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } } == [
        "bad.ahap", "gone.ahap", "new.ahap", "other.ahap", "1 file equal",
      ])
    #expect(lines.contains("gone.ahap: removed") && lines.contains("new.ahap: added"))
  }

  @Test func `Markdown output has a table, and file names are escaped`() async throws {
    let folder = try TemporaryFolder()
    let old = try folder.write(DiffTests.pattern(1), "a.ahap")
    let new = try folder.write(DiffTests.pattern(0.5), "a|*<b>.ahap")
    let result = try await ThrumProcess.run(["diff", old, new, "--markdown"])
    let text = String(decoding: result.output, as: UTF8.self)
    #expect(text.contains(#"a\|\*\<b\>.ahap**: 1 event"#) && text.contains("| time | event | change | noticed |"))
  }

  @Test func `JSON output lists the changes in each file`() async throws {
    let folder = try TemporaryFolder()
    let (old, new) = (
      try folder.write(DiffTests.pattern(1), "a.ahap"), try folder.write(DiffTests.pattern(0.5), "b.ahap")
    )
    let result = try await ThrumProcess.run(["diff", old, new, "--json"])
    let document = try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    let file = try #require((document["files"] as? [[String: Any]])?.first)
    #expect(document["schema"] as? String == "thrum.diff/1" && file["status"] as? String == "changed")
    let changes = try #require((file["difference"] as? [String: Any])?["changes"] as? [[String: Any]])
    #expect(changes.first?["kind"] as? String == "changed")
  }

  @Test func `comparing a file with a folder is rejected`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(DiffTests.pattern(1), "a.ahap")
    let result = try await ThrumProcess.run(["diff", file, folder.path("")])
    #expect(result.code == 64 && result.messages.contains("two files, or two folders"))
  }
}
