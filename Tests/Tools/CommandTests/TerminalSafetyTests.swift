import Foundation
import Testing
import ThrumPattern

@testable import thrum

/// External names printed to a terminal.
@Suite struct TerminalSafetyTests {
  private static let evil = "e\u{1B}[2J\u{9B}31m\u{7F}\u{202E}\u{2066}\u{2028}\u{7}"
  private static let file = "f\u{1B}]0;x\u{7}\u{9B}m\u{202E}.ahap"

  private static let pattern = #"""
    {"Version":1,"Metadata":{"Project":"\#(escaped)","\#(escaped)":"\#(escaped)\nnext"},"\#(escaped)":1,
     "Pattern":[{"Event":{"Time":0,"EventType":"AudioCustom","EventWaveformPath":"\#(escaped).wav","\#(escaped)":1}}]}
    """#
  private static let broken =
    #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"\#(escaped)","EventDuration":"\#(escaped)"}}]}"#
  private static let clip = #"""
    {"version":{"major":1},"metadata":{"\#(escaped)":"x"},"\#(escaped)":1,"signals":{"continuous":{"envelopes":{
     "amplitude":[{"time":0,"amplitude":1},{"time":1,"amplitude":0}]}}}}
    """#
  private static let scenario = "player 1 = \(evil)\n"

  /// The text as a JSON string.
  private static let escaped = String(
    decoding: evil.unicodeScalars.flatMap { scalar in
      Array((scalar.isASCII && scalar.value < 0x20 ? String(format: "\\u%04x", scalar.value) : String(scalar)).utf8)
    }, as: UTF8.self)

  private func isSafe(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0 == "\n" || !UserText.isObeyed($0) }
  }

  @Test(arguments: [
    ["lint", "FILE"], ["info", "--no-plot", "FILE"], ["info", "FILE"], ["render", "FILE", "-o", "OUT.wav"],
    ["render", "--each", "FILE", "-o", "OUT"], ["compare", "FILE", "FILE", "--table"], ["convert", "CLIP", "OUT.ahap"],
    ["plot", "FILE", "-o", "OUT.png"], ["play", "FILE", "-D", "null"], ["lint", "BROKEN"], ["info", "BROKEN"],
    ["play", "BROKEN", "-D", "null"], ["render", "BROKEN", "-o", "OUT.wav"], ["simulate", "SCENARIO"], ["EVIL"],
    ["info", "EVIL"], ["play", "FILE", "-D", "EVIL"], ["render", "--EVIL"], ["render", "FILE", "-o", "x", "EVIL"],
    ["lint", "--list", "LIST"], ["actuators", "--show", "EVIL"], ["play", "preset:EVIL"], ["fit", "FILE"],
  ])
  func `no command prints control characters from names`(words: [String]) async throws {
    let folder = try TemporaryFolder()
    let places = [
      "FILE": try folder.write(Self.pattern, Self.file), "BROKEN": try folder.write(Self.broken, "b" + Self.file),
      "CLIP": try folder.write(Self.clip, Self.file + ".haptic"),
      "SCENARIO": try folder.write(Self.scenario, Self.file + ".scenario"),
      "LIST": try folder.write(Self.evil.filter { $0 != "\n" } + "\n", "list"), "EVIL": Self.evil,
    ]
    let arguments = words.map { word in
      word == "--EVIL" ? "--" + Self.evil : places[word] ?? word.replacing("OUT", with: folder.path("o"))
    }
    let result = try await ThrumProcess.run(arguments)
    #expect(isSafe(result.messages), "\(result.messages.debugDescription)")
    // convert prints names unescaped for other programs.
    if words.first != "convert" { #expect(isSafe(result.text), "\(result.text.debugDescription)") }
    #expect(!(result.messages + result.text).isEmpty || words.first == "render" || words.first == "plot")
  }

  @Test(arguments: [["info", "--json"], ["lint", "--json"], ["info", "--json", "--events"]])
  func `JSON output preserves names exactly, without raw control characters`(words: [String]) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.pattern, Self.file)
    let result = try await ThrumProcess.run(words + [file])
    #expect(isSafe(result.text))
    let document = try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    let named = document["files"] as? [[String: Any]] ?? document["findings"] as? [[String: Any]]
    #expect(try #require(named?.first?["file"] as? String) == file)
    if words.first == "info" {
      let metadata = try #require(named?.first?["metadata"] as? [[String: String]])
      #expect(metadata.first?["value"] == Self.evil)
    }
  }

  @Test func `a pad's name cannot send control characters to the terminal`() {
    let row = Devices.Row(name: "pad:0", kind: "pad", summary: "Evil\u{1B}[2J\npad:1  Good \u{202E}pad")
    #expect(Console.shown(Devices.lines([row])) == #"pad:0  Evil\x1B[2J\npad:1  Good \u{202E}pad"# + "\n")
  }
}
