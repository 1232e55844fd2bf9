import Foundation
import TestSupport
import Testing
import ThrumPattern

/// The parameters' ranges and defaults, which the studio's page needs while something is dragged:
/// `Tests/Tools/Page/parameters.test.mjs` reads the same table.
@Suite struct ParameterTableTests {
  private struct Table: Decodable {
    struct Parameter: Decodable {
      let low: Double
      let high: Double
      let defaults: [String: Double]
    }

    struct Control: Decodable {
      let low: Double
      let high: Double
      let neutral: Double
    }

    let events: [String: Parameter]
    let controls: [String: Control]
  }

  private func table() throws -> Table {
    let file = PackageFolder.root.appendingPathComponent("Tests/SharedCases/parameters.json")
    return try JSONDecoder().decode(Table.self, from: Data(contentsOf: file))
  }

  @Test func `event parameters have the ranges and defaults of the page`() throws {
    let table = try table().events
    #expect(Set(table.keys) == Set(EventParameterID.allCases.map { $0.rawValue }))
    for id in EventParameterID.allCases {
      let row = try #require(table[id.rawValue])
      #expect(id.range == row.low...row.high, "\(id)")
      let types = EventType.allCases.filter { id.applies(to: $0) }
      let defaults = types.map { ($0.rawValue, id.defaultValue(for: $0)) }
      #expect(Dictionary(uniqueKeysWithValues: defaults) == row.defaults, "\(id)")
    }
  }

  @Test func `controls have the ranges and neutral values of the page`() throws {
    let table = try table().controls
    #expect(Set(table.keys) == Set(DynamicParameterID.allCases.map { $0.rawValue }))
    for id in DynamicParameterID.allCases {
      let row = try #require(table[id.rawValue])
      #expect(id.range == row.low...row.high && id.defaultValue == row.neutral, "\(id)")
    }
  }
}
