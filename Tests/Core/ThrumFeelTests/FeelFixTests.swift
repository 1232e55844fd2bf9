import Foundation
import TestSupport
import Testing
import ThrumDevice
import ThrumFeel
import ThrumPattern

/// Cures applied to a text.
@Suite struct FeelFixTests {
  private func fixed(
    _ text: String, on motor: ActuatorPreset = .phone, kinds: Set<FeelCure.Kind> = Set(FeelCure.Kind.allCases)
  ) -> (text: String, changes: [FeelFix.Change]) {
    var analyses = [FeelAnalysis(FeelMotor(motor))]
    let fix = FeelFix(AHAP.read(Array(text.utf8), name: "a.ahap"), kinds: kinds, on: &analyses, Work<Never>.endless)
    return (String(decoding: fix.text, as: UTF8.self), fix.changes)
  }

  private func felt(_ text: String, on motor: ActuatorPreset = .phone) throws -> [FeltEvent] {
    let pattern = try #require(AHAP.read(Array(text.utf8), name: "a.ahap").pattern)
    var analysis = FeelAnalysis(FeelMotor(motor))
    return analysis.felt(FeelEvents(PatternGroup(pattern)), Work<Never>.endless)
  }

  private func verdicts(_ text: String, on motor: ActuatorPreset = .phone) throws -> [FeelVerdict] {
    try felt(text, on: motor).map(\.verdict)
  }

  private static let full = #""EventParameters":[{"ParameterID":"HapticIntensity","ParameterValue":1}]"#

  private static let weak = """
    { "Version": 1.0, "Mine": [1, 2],  // kept
      "Pattern": [
    \t{"Event":{"Time":0,"EventType":"HapticTransient","EventParameters":[
        {"ParameterValue":0.17,"ParameterID":"HapticIntensity"} ,{"ParameterID":"HapticSharpness","ParameterValue":0.5}]}},
        { "Event": { "Time": 0.5, "EventType": "HapticTransient", "EventParameters": [
        { "ParameterID": "HapticIntensity", "ParameterValue": 1 }] } } ] }
    """

  @Test func `only the cured number changes`() throws {
    let fix = fixed(FeelFixTests.weak)
    let change = try #require(fix.changes.first)
    #expect(fix.changes.count == 1 && change.index == 0 && change.cure.kind == .intensity && change.cure.from == 0.17)
    let written = "\"ParameterValue\":\(change.cure.to)"
    #expect(fix.text == FeelFixTests.weak.replacingOccurrences(of: "\"ParameterValue\":0.17", with: written))
    #expect(try verdicts(fix.text)[0] == .faint)
  }

  @Test func `a pattern that needs no change is returned as it was`() {
    let text = #"{"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient",\#(FeelFixTests.full)}}],"Version":1}"#
    let fix = fixed(text)
    #expect(fix.text == text && fix.changes.isEmpty)
  }

  @Test(arguments: [
    #""EventParameters": []"#, #""EventParameters": [{"ParameterID": "HapticSharpness", "ParameterValue": 0.1}]"#,
    #""X": 1"#,
  ])
  func `a missing intensity is added`(member: String) throws {
    // At its default of 1, the event is weak because of the curve.
    let text = """
      {"Pattern": [
        {"Parameter": {"Time": 0, "ParameterID": "HapticIntensityControl", "ParameterValue": 0.4}},
        {"Event": {"Time": 1, "EventType": "HapticContinuous", "EventDuration": 0.02, \(member)}}]}
      """
    let document = AHAP.read(Array(text.utf8), name: "a.ahap")
    let change = try #require(document.setting(.intensity, ofEntry: 1, to: 0.5))
    let after = AHAP.read(TextEdit.apply([change], to: document.text), name: "a.ahap")
    #expect(after.pattern?.events.first?.value(of: .hapticIntensity) == 0.5)
    #expect(after.pattern?.events.first?.parameters.count == (member.contains("Sharpness") ? 2 : 1))
  }

  @Test func `transients that fuse in a chain are moved apart`() throws {
    let events = (0..<5).map { place in
      #"{"Event":{"Time":\#(0.1 + 0.016 * Double(place)),"EventType":"HapticTransient",\#(FeelFixTests.full)}}"#
    }
    let text = #"{"Version":1,"Pattern":["# + events.joined(separator: ",") + "]}"
    let fix = fixed(text, on: .coin175)
    #expect(fix.changes.count == 4 && fix.changes.allSatisfy { $0.cure.kind == .gap })
    let times = try #require(AHAP.read(Array(fix.text.utf8), name: "a.ahap").pattern).events.map(\.time)
    #expect(times == times.sorted() && times[0] == 0.1)
    #expect(try !verdicts(fix.text, on: .coin175).contains(.fused))
  }

  @Test(arguments: [
    // An escaped name, a name twice, a parameter twice, an event twice.
    #"{"Event":{"Time":0,"EventType":"HapticTransient","EventParameters":[{"ParameterID":"Haptic\u0049ntensity","ParameterValue":0.17}]}}"#,
    #"{"Event":{"Time":0,"Time":1,"EventType":"HapticTransient","EventParameters":[],"EventParameters":[{"ParameterID":"HapticIntensity","ParameterValue":0.17}]}}"#,
    #"{"Event":{"Time":0,"EventType":"HapticTransient","EventParameters":[{"ParameterID":"HapticIntensity","ParameterValue":0.2},{"ParameterID":"HapticIntensity","ParameterValue":0.17}]}}"#,
    #"{"Event":{"Time":0,"EventType":"HapticTransient"},"Event":{"Time":0,"EventType":"HapticTransient","#
      + #""EventParameters":[{"ParameterID":"HapticIntensity","ParameterValue":0.17}]}}"#,
  ])
  func `unusual files are cured, and the search always ends`(entry: String) throws {
    let fix = fixed(#"{"Version":1,"Pattern":["# + entry + "]}")
    #expect(fix.changes.count == 1)
    #expect(try verdicts(fix.text)[0] == .faint, "\(fix.text)")
  }

  @Test(arguments: [ActuatorPreset.phone, .coin175, .eccentric])
  func `cures keep the order of strengths, and leave a fade as it is`(motor: ActuatorPreset) throws {
    let designs = [[0.8, 0.4], [1, 0.6, 0.35], [0.5, 0.4, 0.3, 0.2, 0.1], [0.2, 0.17, 0.19, 0.05], [0.17, 0.16]]
    for intensities in designs {
      for gap in [0.012, 0.2, 2] {
        let entries = intensities.enumerated().map { place, intensity in
          #"{"Event":{"Time":\#(gap * Double(place)),"EventType":"HapticTransient","EventParameters":"#
            + #"[{"ParameterID":"HapticIntensity","ParameterValue":\#(intensity)}]}}"#
        }
        let text = #"{"Version":1,"Pattern":["# + entries.joined(separator: ",") + "]}"
        let fixed = fixed(text, on: motor).text
        let events = try #require(AHAP.read(Array(fixed.utf8), name: "a.ahap").pattern).events
        let after = events.map { $0.value(of: .hapticIntensity) }
        for (one, other) in intensities.indices.flatMap({ one in intensities.indices.map { (one, $0) } })
        where intensities[one] < intensities[other] {
          #expect(after[one] < after[other] + 1e-9, "\(intensities) became \(after)")
          if intensities[one] * 1.135 <= intensities[other] { #expect(after[one] * 1.13 <= after[other]) }
        }
        if motor == .phone, gap > 0.1, intensities[0] >= 0.5 { #expect(after == intensities) }
      }
    }
  }

  @Test func `only accepted kinds of cure are applied`() throws {
    let text =
      #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticContinuous","EventDuration":0.01,"#
      + FeelFixTests.full + "}}]}"
    #expect(fixed(text, on: .eccentric, kinds: [.gap, .intensity]).text == text)
    let fix = fixed(text, on: .eccentric, kinds: [.duration])
    #expect(fix.changes.map(\.cure.kind) == [.duration])
    #expect(try verdicts(fix.text, on: .eccentric)[0] > .tooShort)
  }

  @Test(arguments: 0..<8) func `fixing a second time changes nothing`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var time = 0.0
    let events = (0..<12).map { place in
      time += random.number(0.004...0.3)
      let parameters = [
        EventParameter(.hapticIntensity, random.number(0...1)), EventParameter(.hapticSharpness, random.number(0...1)),
      ]
      return place % 3 == 0
        ? Event(
          type: .hapticContinuous, time: time, duration: random.number(0.005...0.4), parameters: parameters)
        : Event(type: .hapticTransient, time: time, parameters: parameters)
    }
    let text = String(decoding: AHAP.write(Pattern(entries: events.map { .event($0) })), as: UTF8.self)
    for motor in [ActuatorPreset.phone, .watch, .coin175, .eccentric, .dualSense] {
      let once = fixed(text, on: motor)
      let twice = fixed(once.text, on: motor)
      #expect(twice.text == once.text && twice.changes.isEmpty, "\(motor.name)")
      let (before, after) = (try felt(text, on: motor), try felt(once.text, on: motor))
      #expect(after.count { $0.isFinding } <= before.count { $0.isFinding }, "\(motor.name)")
    }
  }
}
