import Foundation
import TestSupport
import Testing
import ThrumAnalysis
import ThrumAnswers

@testable import ThrumStudio

@Suite("Studio: cures, shapes and motors")
struct FindingRouteTests {
  private struct Answer: Decodable {
    struct Finding: Decodable {
      var code: String
      var line: Int?
      var column: Int?
      var cure: String?
    }
    struct Shape: Decodable, Equatable {
      var revision: String
      var taps: String
      var holds: String
    }
    var diagnostics: [Finding]?
    var text: String?
    var shapes: [String: Shape]?
    var leastIntensity: [Double?]?
    var hertz: [Double]?
  }

  private func answer(_ response: HTTPResponse) throws -> Answer {
    try JSONDecoder().decode(Answer.self, from: Data(response.body))
  }

  @Test func `each offered cure can be applied, and others are refused`() throws {
    let rig = try StudioRig()
    let text = #"{"Pattern":[{"Event":{"Time":-1,"EventType":"HapticTransient","EventDuration":0}},]}"#
    let findings = try #require(try answer(rig.ask("POST", "/api/ask/analyse", json: ["text": text])).diagnostics)
    #expect(findings.contains { $0.cure == "Start at 0" })
    for finding in findings where finding.cure != nil {
      let wanted: [String: Any] = [
        "text": text, "code": finding.code, "line": finding.line ?? NSNull(), "column": finding.column ?? NSNull(),
      ]
      let cured = try answer(rig.ask("POST", "/api/ask/cure", json: wanted))
      #expect(cured.text != nil && cured.text != text, "\(finding.code)")
    }
    #expect(rig.ask("POST", "/api/ask/cure", json: ["text": text, "code": "AHAP024", "line": 9]).status == 422)
    #expect(rig.ask("POST", "/api/ask/cure", json: ["text": "{", "code": "AHAP001"]).status == 422)
  }

  @Test func `a shape shows a pattern's intensities, and only files in the folder or the library have shapes`() throws {
    let rig = try StudioRig(["a.ahap": tapText])
    let paths = ["a.ahap", "library:heartbeat", "../a.ahap", "/etc/passwd", "gone.ahap", "preset:none"]
    let shapes = try #require(try answer(rig.ask("POST", "/api/shapes", json: ["paths": paths])).shapes)
    #expect(Set(shapes.keys) == ["a.ahap", "library:heartbeat"])
    let shape = try #require(shapes["a.ahap"])
    #expect(shape.revision == Revision.of(Array(tapText.utf8)))
    #expect(shape.taps.count == PatternShape.columns && shape.taps.contains { $0 != "0" })
  }

  @Test func `a motor's reach is computed for taps and for events of a given length`() throws {
    let rig = try StudioRig()
    let tap = try answer(rig.ask("POST", "/api/ask/reach", json: [:]))
    let short = try answer(rig.ask("POST", "/api/ask/reach", json: ["seconds": 0.02]))
    let long = try answer(rig.ask("POST", "/api/ask/reach", json: ["seconds": 0.5]))
    #expect(tap.hertz?.first == 80 && tap.leastIntensity?.count == tap.hertz?.count)
    let pairs = zip(try #require(short.leastIntensity), try #require(long.leastIntensity))
    #expect(pairs.allSatisfy { ($0 ?? 2) > ($1 ?? 2) }, "short events need more")
    #expect(try answer(rig.ask("POST", "/api/ask/reach", json: ["actuator": "erm-coin"])).hertz == nil)
  }
}
