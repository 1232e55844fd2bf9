import Foundation
import TestSupport
import Testing

@testable import ThrumFeel

@Suite struct FeltLevelTests {
  private struct Table: Decodable {
    let feltDecibels: [String: Double]
  }

  @Test func `a level is felt and clear from where the page says`() throws {
    let file = PackageFolder.root.appendingPathComponent("Tests/SharedCases/parameters.json")
    let table = try JSONDecoder().decode(Table.self, from: Data(contentsOf: file))
    #expect(table.feltDecibels == ["felt": FeelVerdict.feltLevel, "clear": FeelVerdict.clearLevel])
  }
}
