import Foundation
import TestSupport
import Testing
import ThrumAnalysis
import ThrumAnswers
import ThrumPattern

@testable import ThrumStudio

/// The list of questions: what is made from it, and that answers are what it says.
@Suite struct QuestionListTests {
  private static let root = PackageFolder.root
  private static let marks = (begin: "<!-- questions -->\n", end: "<!-- end of questions -->")
  /// Set to write the files instead of comparing them.
  private static let writes = ProcessInfo.processInfo.environment["THRUM_WRITE_DOCS"] != nil
  private static let remedy: Comment = "`make questions` writes it"

  @Test func `the declarations for scripts are made from the list`() throws {
    let place = Self.root.appendingPathComponent("Sources/Web/questions.d.ts")
    if Self.writes { try Data(QuestionDocuments.declarations.utf8).write(to: place) }
    #expect(try String(contentsOf: place, encoding: .utf8) == QuestionDocuments.declarations, Self.remedy)
  }

  @Test func `the table for people is made from the list`() throws {
    let place = Self.root.appendingPathComponent("Docs/Web.md")
    let text = try String(contentsOf: place, encoding: .utf8)
    let begin = try #require(text.range(of: Self.marks.begin))
    let end = try #require(text.range(of: Self.marks.end))
    let table = begin.upperBound..<end.lowerBound
    if Self.writes {
      try Data(text.replacingCharacters(in: table, with: QuestionDocuments.table).utf8).write(to: place)
    } else {
      #expect(text[table] == QuestionDocuments.table, Self.remedy)
    }
  }

  @Test func `the arguments' sentences name the ranges and defaults of the code`() {
    let words = Dictionary(grouping: Question<Never>.all.flatMap { $0.fields }, by: { $0.name })
      .mapValues { $0.map(\.about).joined() }
    func whole(_ value: Double) -> String { "\(abs(Int(value)))" }
    let standard = PatternGenerator.Options()
    for (name, said) in [
      ("columns", ["\(Analysis.columnRange.lowerBound) to \(Analysis.columnRange.upperBound)"]),
      (
        "gain",
        [PatternGenerator.Options.gains, SoundSettings.gains].flatMap { [whole($0.lowerBound), whole($0.upperBound)] }
      ),
      ("sensitivity", ["\(standard.sensitivity)"]), ("resolution", ["\(standard.resolution)"]),
      ("lowSharpness", [whole(standard.sharpness.lowerBound)]),
      ("highSharpness", [whole(standard.sharpness.upperBound)]),
    ] {
      for part in said { #expect(words[name]?.contains(part) == true, "\(name): \(part)") }
    }
  }

  // MARK: Answers

  private static let sound = """
    {"Pattern":[{"Event":{"EventType":"AudioCustom","Time":0,"EventWaveformPath":"bell.wav"}},
    {"Event":{"EventType":"HapticTransient","Time":0.2}},
    {"Event":{"EventType":"HapticContinuous","Time":-0.4,"EventDuration":0.01,"EventParameters":[
    {"ParameterID":"HapticIntensity","ParameterValue":0.02}]}},]}
    """

  /// The arguments of each question, and a file.
  private static let asked: [(name: String, values: [String: JSONValue], file: [UInt8]?)] = [
    ("lint", ["text": .string(sound)], nil),
    ("analyse", ["text": .string(sound), "columns": .number("10")], nil),
    ("analyse", ["text": .string(tapText), "actuator": .string("erm-coin")], nil),
    ("analyse", ["text": .string("{")], nil),
    ("wave", ["text": .string(tapText), "from": .number("0"), "to": .number("0.01")], nil),
    ("cure", ["text": .string(sound), "code": .string("AHAP024"), "all": .bool(true)], nil),
    ("take", ["text": .string(tapText)], nil),
    ("block", ["take": .string("1"), "index": .number("0")], nil),
    ("match", ["take": .string("1"), "other": .string("1")], nil),
    ("waveHeader", ["frames": .number("7")], nil),
    ("feel", ["text": .string(sound), "motor": .string("erm-coin")], nil),
    ("judge", ["text": .string(sound), "motors": .array([.string("coin-lra-175"), .string("erm-coin")])], nil),
    (
      "judge",
      [
        "text": .string(tapText), "motors": .array([.string("erm-coin")]),
        "around": .array([.number("0"), .number("1")]),
      ], nil
    ),
    ("cureFelt", ["text": .string(faintText), "motor": .string("coin-lra-175"), "index": .number("0")], nil),
    ("convert", ["name": .string("a.ahap")], Array(tapText.utf8)),
    ("export", ["text": .string(tapText), "as": .string("waveform.xml"), "name": .string("tap")], nil),
    ("shape", ["name": .string("a.ahap")], Array(tapText.utf8)),
    ("preset", ["name": .string("impact-heavy")], nil),
    ("catalogue", [:], nil),
    ("reach", [:], nil),
    ("reach", ["actuator": .string("erm-coin"), "seconds": .number("0.2")], nil),
    ("waveforms", ["text": .string(sound)], nil),
    ("generate", ["name": .string("a.wav")], WAVBytes.tone(seconds: 1)),
    ("generate", ["name": .string("a.wav"), "sound": .number("1")], nil),
  ]

  private static let faintText = """
    {"Pattern":[{"Event":{"EventType":"HapticContinuous","Time":0,"EventDuration":0.5,"EventParameters":[
    {"ParameterID":"HapticIntensity","ParameterValue":0.05}]}}]}
    """

  @Test func `every answer has the shape that the list says, and every question is asked`() throws {
    let desk = AskRoutes(StudioContext(folder: nil, devices: StudioDevices(list: { [] }))).desk
    for asked in Self.asked {
      let question = try #require(Question<Never>.all.first { $0.name == asked.name })
      let reply = Question<Never>.answer(asked.name, json(asked.values), file: asked.file, at: desk, .endless)
      switch (reply, question.answer) {
      case (.json(let bytes), .json(let type)): check(try JSONValue.read(bytes), type, asked.name)
      case (.bytes(let bytes), .bytes): #expect(!bytes.isEmpty)
      default: Issue.record("\(asked.name): \(reply)")
      }
    }
    #expect(Set(Self.asked.map { $0.name }) == Set(Question<Never>.all.map { $0.name }))
    #expect(Set(AnswerType.all.map { $0.name }).count == AnswerType.all.count)
  }

  private func json(_ values: [String: JSONValue]) -> [UInt8] {
    var writer = JSONWriter(pretty: false)
    writer.value(.object(JSONObject(values.map { JSONObject.Member(name: $0.key, value: $0.value) })))
    return writer.bytes
  }

  private func check(_ value: JSONValue, _ type: String, _ path: String) {
    if type == "string[]" { return check(value, .list(.text), path) }
    if type.hasSuffix("[]") { return check(value, .list(.named(String(type.dropLast(2)))), path) }
    check(value, .named(type), path)
  }

  private func check(_ value: JSONValue, _ shape: Shape, _ path: String) {
    switch (shape, value) {
    case (.text, .string), (.number, .number), (.flag, .bool), (.nullable, .null): break
    case (.nullable(let inner), _): check(value, inner, path)
    case (.list(let inner), .array(let elements)):
      for (index, element) in elements.enumerated() { check(element, inner, "\(path)[\(index)]") }
    case (.named(let name), .object(let object)):
      guard let type = AnswerType.named(name) else {
        Issue.record("there is no type \(name)")
        return
      }
      for member in type.members {
        if let found = object[member.name] {
          check(found, member.shape, "\(path).\(member.name)")
        } else if !member.isOptional {
          Issue.record("\(path) has no member \(member.name)")
        }
      }
      for member in object.members where !type.members.contains(where: { $0.name == member.name }) {
        Issue.record("\(path) has the member \(member.name), which \(name) has not")
      }
    default: Issue.record("\(path) is \(value), not \(shape.typeScript)")
    }
  }

  // MARK: Arguments

  @Test(arguments: [
    ("lint", "{}", "“text” is missing: a text"),
    ("lint", #"{"text":3}"#, "“text” must be a text"),
    ("lint", #"{"text":"{}","speed":1}"#, "there is no argument “speed”: choose text, path"),
    ("lint", "[", "the arguments are not JSON"),
    ("lint", "3", "the arguments must be an object in JSON"),
    ("look", "{}", "there is no question “look”"),
    ("wave", #"{"text":"{}","from":1,"to":1}"#, "a range of the waveform needs a start and a later end"),
    ("take", #"{"text":"{}","monitor":"loud"}"#, "there is no monitor “loud”"),
    ("take", #"{"text":"{}","gain":41}"#, "the volume must be between -120 and 40 dB"),
    ("take", #"{"text":"{}","actuator":"none"}"#, "there is no motor “none”"),
    ("take", #"{"text":"{}","sampleRate":3}"#, "the sample rate must be"),
    ("block", #"{"take":"1","index":-1}"#, "“index” must be a whole number from 0"),
    ("block", #"{"take":"1","index":7200}"#, "only the first hour"),
    ("judge", #"{"text":"{}","motors":["none"]}"#, "there is no motor “none”"),
    ("judge", #"{"text":"{}","motors":[1]}"#, "“motors” must be a list of texts"),
    ("judge", #"{"text":"{}","motors":[],"around":[2,1]}"#, "“around” must be a first and a last number"),
    ("convert", #"{"name":"a"}"#, "a file must be sent after the arguments"),
    ("reach", #"{"seconds":-1}"#, "the length must be a number of seconds"),
    ("waveHeader", #"{"frames":1,"sampleRate":900000000}"#, "this kind of WAV file supports sample rates"),
  ])
  func `wrong arguments are refused with what is wrong`(_ name: String, _ json: String, _ words: String) throws {
    let desk = AskRoutes(StudioContext(folder: nil, devices: StudioDevices(list: { [] }))).desk
    let reply = Question<Never>.answer(name, Array(json.utf8), file: nil, at: desk, .endless)
    guard case .refused(let refusal) = reply else {
      Issue.record("\(reply)")
      return
    }
    #expect(refusal.code == .badArguments && refusal.message.hasPrefix(words), "\(refusal.message)")
  }
}
