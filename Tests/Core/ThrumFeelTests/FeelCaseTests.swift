import Foundation
import TestSupport
import Testing
import ThrumDevice
import ThrumFeel
import ThrumPattern

/// The table of cases in Docs/Feel.md.
@Suite struct FeelCaseTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let events: String
    let motor: String
    let verdict: String
    let isFinding: Bool

    var testDescription: String { "\(events) on \(motor)" }
  }

  static let cases: [Case] = {
    let page = PackageFolder.root.appendingPathComponent("Docs/Feel.md")
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, cells[0].contains(" s tap ") || cells[0].contains(" s hold ") else { return nil }
      let verdict = cells[2].replacingOccurrences(of: ", note", with: "")
      return Case(
        events: cells[0], motor: cells[1], verdict: verdict,
        isFinding: !cells[2].contains(", note") && verdict != "felt")
    }
  }()

  @Test func `Feel.md contains the table of cases`() { #expect(FeelCaseTests.cases.count >= 15) }

  @Test(arguments: cases) func `each case has the verdict given in Feel.md`(one: Case) throws {
    let design = try #require(FeltDesign(one.events))
    let felt = design.judged(on: try #require(ActuatorPreset.named(one.motor)))
    #expect(felt.last?.verdict.rawValue == one.verdict && felt.last?.isFinding == one.isFinding, "\(felt)")
  }

  @Test func `levels on the phone are those of the table in Feel.md`() throws {
    let text = try String(contentsOf: PackageFolder.root.appendingPathComponent("Docs/Feel.md"), encoding: .utf8)
    let rows = text.split(separator: "\n").compactMap { line -> [Double]? in
      let cells = line.split(separator: "|").map {
        Double($0.replacingOccurrences(of: "−", with: "-").trimmingCharacters(in: .whitespaces))
      }
      return cells.count == 7 && !cells.contains(nil) ? cells.compactMap(\.self) : nil
    }
    #expect(rows.count == 5)
    for row in rows {
      for (column, expected) in row.dropFirst().enumerated() {
        let sharpness = Double(column % 3) / 2
        let event = column < 3 ? Event.tap(0, row[0], sharpness) : Event.hold(0, 0.5, row[0], sharpness)
        let felt = FeltDesign.judged([.event(event)], on: .phone)
        #expect(abs(felt[0].decibelsAlone - expected) <= 1, "\(row[0]) \(column): \(felt[0].decibelsAlone)")
      }
    }
  }
}
