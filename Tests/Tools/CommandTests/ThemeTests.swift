import Foundation
import TestSupport
import Testing

@testable import thrum

/// The colours of pictures, which the studio's page shares.
@Suite struct ThemeTests {
  private struct Case: Decodable {
    let colours: [String: String]
    let sharpness: [[Double]]
  }

  @Test func `pictures have the colours of the page`() throws {
    let file = PackageFolder.root.appendingPathComponent("Tests/SharedCases/picture-colours.json")
    let table = try JSONDecoder().decode([String: Case].self, from: Data(contentsOf: file))
    for (name, theme, stops) in [("light", Theme.light, Theme.lightStops), ("dark", Theme.dark, Theme.darkStops)] {
      let expected = try #require(table[name])
      let colours = [
        "panel": theme.panel, "grid": theme.grid, "frame": theme.frame, "ink": theme.ink, "muted": theme.muted,
        "audio": theme.audio, "wave": theme.wave,
      ]
      #expect(colours == expected.colours.mapValues { Color(UInt32($0, radix: 16) ?? 0) })
      #expect(stops.map { [$0.0, $0.1, $0.2] } == expected.sharpness)
    }
  }
}
