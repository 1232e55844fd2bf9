import Foundation
import TestSupport
import Testing
import ThrumPattern

/// What the studio's page draws while something is dragged: levels over time and texts as read. The page's
/// `drawn-levels.test.mjs` runs on the same cases. With `THRUM_WRITE_DOCS`, writes what is
/// expected.
@Suite struct DrawnLevelTests {
  private static let folder = PackageFolder.root.appendingPathComponent("Tests/SharedCases")
  private static let writes = ProcessInfo.processInfo.environment["THRUM_WRITE_DOCS"] != nil

  private func table(_ name: String, _ list: String, _ expected: (JSONObject) throws -> JSONValue) throws {
    let place = Self.folder.appendingPathComponent(name)
    guard case .object(var table) = try JSONValue.read(Array(Data(contentsOf: place))),
      case .array(let cases) = table[list]
    else {
      Issue.record("\(name) has no list \(list)")
      return
    }
    let made = try cases.map { given -> JSONValue in
      guard case .object(var one) = given else { return given }
      let before = one["expected"]
      let now = try expected(one)
      if !Self.writes { #expect(before == now, "\(one["name"] ?? .null)") }
      one.members.removeAll { $0.name == "expected" }
      one.members.append(JSONObject.Member(name: "expected", value: now))
      return .object(one)
    }
    #expect(!made.isEmpty)
    guard Self.writes else { return }
    table = JSONObject([JSONObject.Member(name: list, value: .array(made))])
    var writer = JSONWriter(pretty: true)
    writer.value(.object(table))
    try Data(writer.bytes + [UInt8(ascii: "\n")]).write(to: place)
  }

  private func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(JSONObject(members.map { JSONObject.Member(name: $0.key, value: $0.value) }))
  }

  /// Rounded, so that the last digits may differ.
  private func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
  private func number(_ value: Double) -> JSONValue { .number(rounded(value).description) }

  private func levels(
    _ start: Double, _ end: Double, _ corners: [Double], _ value: (Double) -> [Double]
  ) -> JSONValue {
    let last = min(end, start + 40)
    let times = Set(
      (0...8).map { start + (last - start) * Double($0) / 8 } + corners.filter { $0.isFinite && $0 <= last })
    return .array(times.map(rounded).sorted().map { time in .array([number(time)] + value(time).map(number)) })
  }

  @Test func `levels over time are those of the table that the page draws by`() throws {
    try table("drawn-levels.json", "cases") { one in
      var writer = JSONWriter(pretty: false)
      writer.value(object(["Version": .number("1"), "Pattern": one["pattern"] ?? .null]))
      let pattern = try #require(AHAP.read(writer.bytes, name: "case").pattern)
      var seconds: [String: Double] = [:]
      if case .object(let sounds) = one["sounds"] {
        for sound in sounds.members {
          if case .number(let length) = sound.value { seconds[sound.name] = Double(length) }
        }
      }
      var timeline = PatternTimeline()
      timeline.add(pattern, soundSeconds: seconds)
      return object([
        "taps": .array(timeline.taps.map { .array([number($0.time), number($0.intensity), number($0.sharpness)]) }),
        "holds": .array(
          timeline.holds.map { hold in
            object([
              "start": number(hold.start), "end": number(hold.end),
              "levels": levels(hold.start, hold.end, hold.envelope.corners) {
                [hold.intensity(at: $0), hold.sharpness(at: $0)]
              },
            ])
          }),
        "sounds": .array(
          timeline.sounds.map { sound in
            object([
              "start": number(sound.start), "end": number(sound.end),
              "levels": levels(sound.start, sound.end, sound.envelope.corners) { [sound.volume(at: $0)] },
            ])
          }),
      ])
    }
  }

  @Test func `texts are accepted and refused as in the page`() throws {
    try table("read-texts.json", "texts") { one in
      guard case .string(let text) = one["text"] else { return .null }
      let document = AHAP.read(Array(text.utf8), name: "case")
      // Both accept the same texts, tolerated spellings included. The meaning of values is left to the linter.
      let isPattern = !document.hasErrors && document.pattern != nil
      return object([
        "isPattern": .bool(isPattern), "events": .number("\(isPattern ? document.pattern?.events.count ?? 0 : 0)"),
      ])
    }
  }
}
