import Foundation
import TestSupport
import Testing

/// Files that become two patterns: every command that judges, compares or shares counts both.
@Suite struct WholeFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A clip whose only vibration is a pulse.
  private func pulse(_ amplitude: Double) throws -> String {
    try folder.write(
      """
      {"version":{"major":1,"minor":0,"patch":0},"metadata":{},"signals":{"continuous":{"envelopes":{"amplitude":[
      {"time":0,"amplitude":0},{"time":0.1,"amplitude":0,"emphasis":{"amplitude":\(amplitude),"frequency":0.5}},
      {"time":0.3,"amplitude":0}],"frequency":[]}}}}
      """, "pulse-\(amplitude).haptic")
  }

  /// A RichTap file with a tap during a curve.
  private func mix() throws -> String {
    try folder.write(
      """
      {"Metadata":{"Version":1},"Pattern":[{"Event":{"Type":"continuous","RelativeTime":0,"Duration":400,"Parameters":{
      "Intensity":60,"Frequency":40,"Curve":[{"Time":0,"Intensity":0,"Frequency":0},{"Time":50,"Intensity":1,"Frequency":0},
      {"Time":350,"Intensity":1,"Frequency":0},{"Time":400,"Intensity":0,"Frequency":0}]}}},
      {"Event":{"Type":"transient","RelativeTime":200,"Parameters":{"Intensity":100,"Frequency":80}}}]}
      """, "mix.he")
  }

  private func felt(_ result: ThrumProcess.Result) throws -> [[String: Any]] {
    let document = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
    let files = document?["files"] as? [[String: Any]] ?? [document ?? [:]]
    return files.flatMap { file in
      (file["motors"] as? [[String: Any]] ?? []).flatMap { $0["events"] as? [[String: Any]] ?? [] }
    }
  }

  @Test func `feel and lint judge every part`() async throws {
    for (path, times) in [(try pulse(1), [0.1]), (try mix(), [0, 0.2])] {
      let result = try await ThrumProcess.run(["feel", path, "--on", "iphone-taptic", "--json"])
      #expect(try felt(result).compactMap { $0["time"] as? Double } == times, "\(result.text)")
    }
    let weak = try await ThrumProcess.run(["lint", "--on", "iphone-taptic", try pulse(0.0001)])
    #expect(weak.text.contains("the event at 0.100 s is not felt"), "\(weak.text)")
  }

  @Test func `diff compares every part`() async throws {
    let result = try await ThrumProcess.run(["diff", try pulse(1), try pulse(0.0001)])
    #expect(result.text.contains("no longer felt"), "\(result.text)")
    #expect(try await ThrumProcess.run(["diff", try mix(), try mix()]).text.contains("equal"))
  }

  @Test func `a conversion's losses count every part`() async throws {
    let input = try mix()
    let result = try await ThrumProcess.run(["convert", input, folder.path("mix.xml"), "--to", "primitives"])
    #expect(result.messages.contains("of 2 felt events: "), "\(result.messages)")
  }

  @Test func `a shared page has the sound, the events and the text of every part`() async throws {
    let page = folder.path("page.html")
    let result = try await ThrumProcess.run(["share", try pulse(1), "-o", page])
    #expect(result.code == 0)
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.contains("1 tap") && !text.contains("(envelopes)"))
    let flac = try #require(text.firstMatch(of: #/data:audio\/flac;base64,([A-Za-z0-9+\/=]+)/#)).1
    // Silence of this length takes 110 bytes.
    #expect(Data(base64Encoded: String(flac))?.count ?? 0 > 500)
    let file = try #require(text.firstMatch(of: #/data:application\/x-ahap\+json;base64,([A-Za-z0-9+\/=]+)/#)).1
    let pattern = String(decoding: Data(base64Encoded: String(file)) ?? Data(), as: UTF8.self)
    #expect(pattern.contains("HapticTransient"))
  }

  @Test func `a scenario plays every part`() async throws {
    _ = try mix()
    let scenario = try folder.write(
      """
      pattern both = mix.he
      start
      player 1 = both
      player 1 start
      advance 1
      expect events 2

      """, "parts.scenario")
    let result = try await ThrumProcess.run(["simulate", scenario])
    #expect(result.code == 0, "\(result.text) \(result.messages)")
  }
}
