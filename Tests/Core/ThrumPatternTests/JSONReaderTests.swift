import Foundation
import Testing

@testable import ThrumPattern

@Suite struct `JSON reader` {
  static let good = [
    "0", "-0", "-0.0", "1", "12.5", "1e5", "1E+5", "1e-5", "0.1", "123456789012345678901234567890",
    "true", "false", "null", #""""#, #""a""#, "\"\u{7F}\"", #""\"\\\/\b\f\n\r\t""#, #""\u0041\u00e9\u6F22""#,
    #""\ud83c\udfb5""#, #""漢字 🎵 é""#, "[]", "{}", "[ ]", "{ }", "[1,2,[3,[]],{}]", "\r\n[\t1 , 2 ]\n",
    #"{"a":{"b":[{"c":null}]}}"#, #"{"":0}"#, "[0.5,-1.25e2,3E0]", #"["a","a\u0000b"]"#,
  ]

  static let bad = [
    "", " ", "[", "{", "]", "}", "[1", "[1 2]", "[,]", "[,1]", "[1,,2]", "{,}", "{1:2}", "{a:1}", #"{"a"}"#,
    #"{"a":}"#,
    #"{"a" 1}"#, #"{"a":1 "b":2}"#, "tru", "True", "nul", "nulll", "+1", "01", "-", "-a", ".5", "1.", "1e",
    "1e+",
    "0x10", "1_000", "--1", "NaN", "Infinity", "-Infinity", "1e999", "-1e999", #"""#, #""\""#, #""\x""#,
    #""\u12""#,
    #""\u12G4""#, #""\ud800""#, #""\udc00""#, #""\ud800\u0041""#, "\"\n\"", "\"\u{1}\"", "'a'", "[1]]", "1 2",
    "[1}",
    #"{"a":1]"#, "/", "/*", "[1]/", "\u{A0}1", "\u{FEFF}", "#", "[\u{C}1]",
  ]

  @Test(arguments: good) func `valid JSON yields the same value as Foundation's parser`(text: String) throws {
    let theirs = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    let ours = try #require(value(of: text))
    #expect(matches(ours, theirs), "\(text)")
  }

  // AHAP-12
  @Test(arguments: bad) func `invalid JSON causes one error with its position`(text: String) {
    let document = read(text)
    #expect(document.pattern == nil)
    let errors = document.diagnostics.filter { $0.severity == .error }
    #expect(errors.count == 1)
    #expect(errors.allSatisfy { $0.place != nil && !$0.message.isEmpty && !$0.remedy.isEmpty })
    #expect(errors.allSatisfy { $0.coreHapticsCode == -4813 }, "\(text)")
  }

  @Test func `generated values survive a round trip and match what Foundation reads`() throws {
    var generator = Generator(seed: 1)
    for _ in 0..<400 {
      var writer = JSONWriter(pretty: generator.chance(50))
      let made = generator.value(depth: 4)
      writer.value(made)
      let text = String(decoding: writer.bytes, as: UTF8.self)
      #expect(value(of: text) == made)
      let theirs = try JSONSerialization.jsonObject(with: writer.data, options: .fragmentsAllowed)
      #expect(matches(made, theirs), "\(text)")
    }
  }

  @Test func `the events of an AHAP file match those from JSONDecoder`() throws {
    var generator = Generator(seed: 2)
    for _ in 0..<100 {
      let entries = (0..<5).map { _ in PatternEntry.event(generator.event()) }
      let bytes = AHAP.write(Pattern(entries: entries), style: generator.chance(50) ? .pretty : .compact)
      let theirs = try JSONDecoder().decode(ForeignFile.self, from: Data(bytes)).entries.compactMap(\.event)
      let ours = try #require(AHAP.read(bytes, name: "").pattern).events
      #expect(ours.map(\.time) == theirs.map(\.time))
      #expect(ours.map(\.type.rawValue) == theirs.map(\.type))
      #expect(ours.map(\.duration) == theirs.map(\.duration))
      #expect(ours.map { $0.parameters.map(\.value) } == theirs.map { ($0.parameters ?? []).map(\.value) })
    }
  }

  private func matches(_ ours: JSONValue, _ theirs: Any) -> Bool {
    switch ours {
    case .null: return theirs is NSNull
    case .bool(let flag): return (theirs as? NSNumber)?.boolValue == flag
    case .number(let literal):
      // Foundation goes through Decimal and may be off by an ulp; `JSON numbers` proves exactness.
      guard let mine = Double(literal), let other = (theirs as? NSNumber)?.doubleValue else { return false }
      return abs(mine - other) <= 1e-14 * abs(mine)
    case .string(let text): return theirs as? String == text
    case .array(let elements):
      guard let others = theirs as? [Any], others.count == elements.count else { return false }
      return zip(elements, others).allSatisfy { matches($0, $1) }
    case .object(let object):
      guard let others = theirs as? [String: Any], others.count == object.members.count else { return false }
      return object.members.allSatisfy { member in
        others[member.name].map { matches(member.value, $0) } ?? false
      }
    }
  }

  @Test(
    arguments: [
      (#"{"Version": 1,0, "Pattern": []}"#, "1,0", "Write 1.0"), (#"{"a": -0,25}"#, "-0,25", "Write -0.25"),
      (#"{"a": {"Time": 0,5 , "b": 1}}"#, "0,5", "Write 0.5"),
    ]) func `a number with a decimal comma is called one`(_ text: String, _ number: String, _ remedy: String)
  {
    let error = #expect(throws: SyntaxError.self) { try JSONTape(reading: Array(text.utf8), limits: ReadLimits()) }
    #expect(error?.reason == .decimalComma(number))
    #expect(error?.finding(in: Array(text.utf8)).remedy.hasPrefix(remedy) == true)
  }

  @Test(arguments: [#"{"a": 1, 2}"#, #"{"a": "x",0}"#, #"{"a": 1,x}"#, #"{"a": 1,"#])
  func `other commas in the wrong place are not called decimal commas`(_ text: String) {
    let error = #expect(throws: SyntaxError.self) { try JSONTape(reading: Array(text.utf8), limits: ReadLimits()) }
    if case .decimalComma = error?.reason { Issue.record("\(text)") }
  }
}

extension JSONWriter {
  fileprivate var data: Data { Data(bytes) }
}

/// The part of AHAP that Foundation needs to decode.
private struct ForeignFile: Decodable {
  struct Entry: Decodable {
    var event: ForeignEvent?
    enum CodingKeys: String, CodingKey { case event = "Event" }
  }
  var entries: [Entry]
  enum CodingKeys: String, CodingKey { case entries = "Pattern" }
}

private struct ForeignEvent: Decodable {
  struct Parameter: Decodable {
    var value: Double
    enum CodingKeys: String, CodingKey { case value = "ParameterValue" }
  }
  var time: Double
  var type: String
  var duration: Double?
  var parameters: [Parameter]?
  enum CodingKeys: String, CodingKey {
    case time = "Time"
    case type = "EventType"
    case duration = "EventDuration"
    case parameters = "EventParameters"
  }
}
