import Foundation
import TestSupport
import Testing
import ThrumFormats

@testable import ThrumPattern

@Suite struct `diagnostics` {
  // AHAP-1
  @Test(arguments: readingCases + lintCases)
  func `each input produces the expected finding at the expected position, and no other`(input: DiagnosticCase) throws {
    let all = input.diagnostics
    let found = try #require(all.first { $0.code == input.code }, "\(all)")
    #expect(found.path == input.path)
    let text = AHAP.read(Array(input.text.utf8), name: "").tape?.bytes ?? Array(input.text.utf8)
    let offset = try #require(found.place?.offset)
    #expect(String(decoding: text.dropFirst(offset), as: UTF8.self).hasPrefix(input.at), "\(found)")
    let related: Set<DiagnosticCode> = [input.code, .moreFindings, .byteOrderMark, .noPattern, .badEncoding]
    let others = all.filter {
      !related.contains($0.code) && $0.severity != .note && input.code != .moreFindings
    }
    let allowed =
      input.code == .duplicateKey || input.code == .missingTime || input.code == .severalKeysInEntry
    #expect(others.isEmpty || allowed, "\(others)")
  }

  @Test func `every AHAP code has an input that produces it`() {
    let produced = Set((readingCases + lintCases).flatMap(\.diagnostics).map(\.code))
    // Codes of clips have their inputs in `haptic clips`, those of Android in `VibrationTests`.
    let expected = Set(DiagnosticCode.allCases.filter { $0.rawValue.hasPrefix("AHAP") })
    #expect(expected.subtracting(produced).isEmpty)
  }

  @Test func `every error is found while reading, and the linter adds only those of sounds`() {
    for input in readingCases + lintCases where input.code != .unreadableWaveformFile {
      let read = AHAP.read(Array(input.text.utf8), name: "", limits: ReadLimits(depth: 8, findingsPerCode: 2))
      #expect(read.hasErrors == input.diagnostics.contains { $0.severity == .error }, "\(input)")
    }
  }

  @Test func `codes and titles are unique, and errors carry a Core Haptics code`() {
    #expect(Set(DiagnosticCode.allCases.map(\.rawValue)).count == DiagnosticCode.allCases.count)
    #expect(Set(DiagnosticCode.allCases.map(\.title)).count == DiagnosticCode.allCases.count)
    for code in DiagnosticCode.allCases where code.severity == .error && code != .tooLarge {
      #expect(code.coreHapticsCode != nil, "\(code)")
    }
  }

  @Test func `Diagnostics.md lists every code with its severity and title`() throws {
    let text = try String(
      contentsOf: PackageFolder.root.appendingPathComponent("Docs/Diagnostics.md"), encoding: .utf8)
    for code in DiagnosticCode.allCases {
      let number = code.coreHapticsCode.map { " (\($0))" } ?? ""
      #expect(
        text.contains("| \(code.rawValue) | \(code.severity.rawValue)\(number) | \(code.title) |"), "\(code)")
    }
  }

  @Test func `a finding's description contains its file, position, severity, cause, code, path and remedy`() {
    let document = readEntry(#"{"Event":{"Time":0,"EventType":"HapticTransent"}}"#)
    #expect(
      document.diagnostics.map(\.description) == [
        """
        t.ahap:1:56: error: there is no event type `HapticTransent` [AHAP023] (Pattern[0].Event.EventType)
          Did you mean `HapticTransient`?
        """
      ])
    #expect(document.diagnostics.first?.coreHapticsCode == -4821)
  }

  // AHAP-21
  @Test(arguments: [
    (#"{"Event":{"Time":0,"EventType":"HapticContinuous","Duration":1}}"#, "meant to be `EventDuration`"),
    (#"{"Event":{"time":0,"EventType":"HapticTransient"}}"#, "meant to be `Time`"),
    (#"{"Event":{"Time":"0.5","EventType":"HapticTransient"}}"#, "Write 0.5 without quotes."),
    (#"{"Event":{"Time":0,"EventType":"Continuous"}}"#, "Did you mean `HapticContinuous`?"),
    (#"{"Event":{"Time":0 "EventType":"HapticTransient"}}"#, "Add a comma here."),
    (#"{"Event":{"Time":.5}}"#, "Start the number with a digit"),
    (#"{Event:{}}"#, "Put the name in double quotes."),
    (#"{"Parameter":{"ParameterID":"AttackTime","ParameterValue":1,"Time":0}}"#, "HapticAttackTimeControl"),
    (
      #"{"Event":{"Time":0,"EventType":"HapticTransient","EventParameters":[{"ParameterID":"AudioPanControl","ParameterValue":1}]}}"#,
      "`ParameterCurve` entry"
    ),
  ])
  func `a remedy names the likely correction`(entry: String, remedy: String) {
    let found = readEntry(entry).diagnostics
    #expect(found.count == 1)
    #expect(found.first?.remedy.contains(remedy) == true, "\(found)")
  }

  @Test func `a diagnostic encodes to one flat JSON object`() throws {
    let place = Place(line: 2, column: 3, offset: 9)
    let diagnostic = Diagnostic(
      code: .longEvent, file: "a.ahap", place: place, path: "Pattern[0]", message: "m", remedy: "r")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(diagnostic), as: UTF8.self)
        == #"{"code":"AHAP110","column":3,"file":"a.ahap","line":2,"message":"m","offset":9,"path":"Pattern[0]","remedy":"r","severity":"warning","title":"event longer than 30 s"}"#
    )
  }

  @Test func `diagnostics are sorted by file, position and code`() {
    func make(_ code: DiagnosticCode, _ file: String, _ offset: Int?) -> Diagnostic {
      let place = offset.map { Place(line: 1, column: $0 + 1, offset: $0) }
      return Diagnostic(code: code, file: file, place: place, path: "", message: "", remedy: "")
    }
    let sorted = [
      make(.notJSON, "a", nil), make(.comment, "a", 1), make(.longEvent, "a", 1), make(.notJSON, "a", 2),
      make(.notJSON, "b", 0),
    ]
    #expect(sorted.reversed().sorted() == sorted)
  }

  @Test(arguments: [
    ("Duration", "EventDuration"), ("Value", "ParameterValue"), ("eventtype", "EventType"),
    ("Event Type", "EventType"),
    ("ParameterCurves", "ParameterCurve"), ("EventParamters", "EventParameters"),
    ("ControlPoints", "ParameterCurveControlPoints"),
  ])
  func `misspelt names are recognised`(name: String, meant: String) {
    #expect(Suggestion.nearest(to: name, in: AHAPKey.allCases.map { "\($0.name)" }) == meant)
  }

  @Test(arguments: ["", "x", "Name", "Author", "Comment", "Description", "id"])
  func `unrelated names get no suggestion`(name: String) {
    #expect(Suggestion.nearest(to: name, in: AHAPKey.allCases.map { "\($0.name)" }) == nil)
  }
}
