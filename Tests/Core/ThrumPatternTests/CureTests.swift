import Testing

@testable import ThrumPattern

@Suite struct `cures` {
  private static var options: Linter.Options {
    var options = Linter.Options()
    options.weakEvents = weakEvents
    return options
  }

  private func lint(_ text: String) -> (document: AHAPDocument, findings: [Diagnostic]) {
    let document = AHAP.read(Array(text.utf8), name: "")
    let linter = Linter(options: Self.options)
    return (document, linter.lint(document, sound: soundsOfCases))
  }

  /// The text after the cure of its first finding with a code.
  private func cured(_ code: DiagnosticCode, _ text: String) -> String? {
    let (document, findings) = lint(text)
    guard let finding = findings.first(where: { $0.code == code }),
      let cure = document.cures(of: [finding], options: Self.options)[0]
    else { return nil }
    return String(decoding: cure.applied(to: document.text), as: UTF8.self)
  }

  private func pattern(_ entries: String...) -> String {
    #"{"Version":1,"Pattern":[\#(entries.joined(separator: ", "))]}"#
  }

  private let hold = #"{"Event":{"Time":0,"EventType":"HapticContinuous","EventDuration":2}}"#
  private let tap = #"{"Event":{"Time":3,"EventType":"HapticTransient"}}"#

  @Test(arguments: readingCases + lintCases)
  func `a cure removes its finding and causes no error or warning`(input: DiagnosticCase) throws {
    let (document, findings) = lint(input.text)
    for (finding, cure) in zip(findings, document.cures(of: findings, options: Self.options)) {
      guard let cure else { continue }
      let text = String(decoding: cure.applied(to: document.text), as: UTF8.self)
      let after = lint(text).findings
      func count(_ list: [Diagnostic], _ code: DiagnosticCode) -> Int { list.count { $0.code == code } }
      #expect(count(after, finding.code) < count(findings, finding.code), "\(cure.title): \(text)")
      // That nothing is left is reported only for patterns without errors.
      for code in Set(after.map(\.code)) where code.severity != .note && code != .emptyPattern {
        #expect(count(after, code) <= count(findings, code), "\(cure.title) brings \(code): \(text)")
      }
    }
  }

  /// Codes without a mechanical cure, because someone has to decide.
  private static let undecided: Set<DiagnosticCode> = [
    .notJSON, .emptyFile, .badEncoding, .numberNotFinite, .tooLarge, .utf16, .moreFindings, .emptyPattern,
    .durationZero, .missingWaveformPath, .missingWaveformFile, .unreadableWaveformFile, .unportableWaveformPath,
    .manyEventsAtOnce,
  ]

  @Test func `every finding has a cure unless it needs a decision`() {
    var curable: Set<DiagnosticCode> = []
    for text in (readingCases + lintCases).map(\.text) + [Self.afterCurve] {
      let (document, findings) = lint(text)
      for (finding, cure) in zip(findings, document.cures(of: findings, options: Self.options)) where cure != nil {
        curable.insert(finding.code)
      }
    }
    let wanted = Set(DiagnosticCode.allCases.filter { $0.rawValue.hasPrefix("AHAP") })
    #expect(wanted.subtracting(curable) == Self.undecided)
  }

  private static let afterCurve =
    #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticContinuous","EventDuration":1}},"#
    + #"{"Event":{"Time":2,"EventType":"HapticTransient"}},{"ParameterCurve":{"Time":0,"#
    + #""ParameterID":"HapticIntensityControl","ParameterCurveControlPoints":[{"Time":0,"ParameterValue":1},"#
    + #"{"Time":1,"ParameterValue":0.2}]}}]}"#

  @Test func `the intensity is restored after a curve, once the event under it is silent`() throws {
    let text = try #require(cured(.transientsUnderCurve, Self.afterCurve))
    let pattern = try #require(lint(text).document.pattern)
    let control = ControlTracks(pattern)[.hapticIntensityControl]
    #expect(control.map { abs($0.value(at: 1.001) - 0.2) < 1e-6 } == true)
    #expect(control?.value(at: 2) == 1)
    #expect(cured(.transientsUnderCurve, text) == nil)
  }

  @Test func `the intensity is not restored where that would change a later continuous event`() {
    let late = Self.afterCurve.replacing(
      "]}}]}", with: #"]}},{"Event":{"Time":1.5,"EventType":"HapticContinuous","EventDuration":1}}]}"#)
    #expect(cured(.transientsUnderCurve, late) == nil)
  }

  @Test func `a cure changes nothing else in the text`() {
    let text = """
      {
          "Pattern": [ // first
              { "Event": { "Time": 0.50, "EventType": "HapticTransient", "mine": 1, "EventDuration": 0.1 } },
              { "Event": { "EventType": "HapticTransent", "Time": 1e0 } }
          ]
      }
      """
    #expect(
      cured(.unknownEventType, text) == text.replacing("HapticTransent", with: "HapticTransient"))
    #expect(cured(.transientDuration, text) == text.replacing(#", "EventDuration": 0.1"#, with: ""))
    #expect(cured(.ignoredKey, text) == text.replacing(#""mine": 1, "#, with: ""))
    #expect(
      cured(.missingVersion, text) == text.replacing("    \"Pattern\"", with: "    \"Version\": 1.0,\n    \"Pattern\""))
    #expect(
      cured(.comment, text)
        == text.replacing(" // first", with: "").replacing(
          "    \"Pattern\"", with: "    \"Metadata\": { \"Comments\": [ \"first\" ] },\n    \"Pattern\""))
  }

  @Test func `comments are moved into existing metadata, and strings that look like comments stay in place`() {
    let text =
      #"{"Metadata":{"Comments":1,"a":"/* no */ // \""},/* one"# + "\n two */" + #""Pattern":[\#(tap)]}"#
      + "\n// end\n"
    let wanted =
      #"{"Metadata":{"Comments":1,"a":"/* no */ // \"", "Comments 2": [ "one two", "end" ]},"Pattern":[\#(tap)]}"#
      + "\n"
    #expect(cured(.comment, text) == wanted)
  }

  @Test func `removing the only element also removes its trailing comma`() {
    #expect(cured(.entryNotObject, #"{"Version":1,"Pattern":[5,]}"#) == #"{"Version":1,"Pattern":[]}"#)
    #expect(cured(.entryNotObject, #"{"Version":1,"Pattern":[\#(tap),5]}"#) == #"{"Version":1,"Pattern":[\#(tap)]}"#)
    #expect(cured(.entryNotObject, #"{"Version":1,"Pattern":[5,\#(tap)]}"#) == #"{"Version":1,"Pattern":[\#(tap)]}"#)
  }

  @Test func `a long event is split without a gap`() throws {
    let text = try #require(
      cured(
        .longEvent,
        pattern(#"{"Event":{"Time":1,"EventType":"HapticContinuous","EventDuration":70.5,"EventParameters":[]}}"#)))
    let events = try #require(lint(text).document.pattern).events
    #expect(events.map(\.time) == [1, 31, 61])
    #expect(events.map(\.duration) == [30, 30, 10.5])
  }

  @Test func `a curve with many points plays the same after it is split`() throws {
    let points = (0..<50).map { #"{"Time":\#(0.1 + Double($0) * 0.02),"ParameterValue":\#(Double($0 % 7) / 7)}"# }
    let text = pattern(
      hold,
      #"{"ParameterCurve":{"Time":0.5,"ParameterID":"HapticIntensityControl","ParameterCurveControlPoints":[\#(points.joined(separator: ","))]}}"#
    )
    let after = try #require(cured(.manyPoints, text))
    let before = try #require(lint(text).document.pattern)
    let split = try #require(lint(after).document.pattern)
    #expect(split.curves.count == 4 && split.curves.allSatisfy { $0.points.count <= 16 })
    for step in 0...400 {
      let time = Double(step) * 0.005
      let values = [before, split].map { ControlTracks($0).value(.hapticIntensityControl, at: time) }
      #expect(abs(values[0] - values[1]) < 1e-5, "\(time)")
    }
  }

  @Test func `overlapping curves play the same after the earlier one is cut`() throws {
    func curve(_ time: Double, _ points: String) -> String {
      #"{"ParameterCurve":{"Time":\#(time),"ParameterID":"HapticIntensityControl","ParameterCurveControlPoints":[\#(points)]}}"#
    }
    let long = #"{"Time":0,"ParameterValue":0},{"Time":0.4,"ParameterValue":0.8},{"Time":1.5,"ParameterValue":0.1}"#
    let short = #"{"Time":0,"ParameterValue":1},{"Time":0.5,"ParameterValue":0.5}"#
    for text in [
      pattern(hold, curve(0.2, long), curve(0.9, short)), pattern(hold, curve(0.9, short), curve(0.2, long)),
      pattern(hold, curve(0.2, long), curve(0.2, short)),
    ] {
      let after = try #require(cured(.overlappingCurves, text))
      let before = try #require(lint(text).document.pattern)
      let cut = try #require(lint(after).document.pattern)
      #expect(!lint(after).findings.contains { $0.code == .overlappingCurves })
      for step in 0...400 {
        let time = Double(step) * 0.005
        let values = [before, cut].map { ControlTracks($0).value(.hapticIntensityControl, at: time) }
        #expect(abs(values[0] - values[1]) < 1e-5, "\(time) \(after)")
      }
    }
  }

  @Test func `weak events are strengthened only as much as needed, and silent ones are removed`() throws {
    func weak(_ parameters: String) -> String {
      #"{"Event":{"Time":0,"EventType":"HapticTransient"\#(parameters)}}"#
    }
    let text = pattern(
      weak(#","EventParameters":[{"ParameterID":"HapticIntensity","ParameterValue":0.01}]"#), tap,
      weak(#","EventParameters":[{"ParameterID":"HapticIntensity","ParameterValue":0}]"#))
    let raised = try #require(cured(.notFelt, text))
    let after = try #require(lint(raised).document.pattern)
    #expect(after.events.map { $0.value(of: .hapticIntensity) } == [0.05, 0.75])
  }

  @Test func `findings in text that is not JSON have no cure`() {
    let (document, findings) = lint("{")
    #expect(document.cures(of: findings).allSatisfy { $0 == nil } && !findings.isEmpty)
  }
}
