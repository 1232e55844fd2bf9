import Foundation
import TestSupport
import Testing

@testable import ThrumPattern

/// Cases that the studio's page must solve alike: `Tests/Tools/Page/sound-places.test.mjs` reads the same table.
@Suite struct SoundPlaceTests {
  private struct Case: Decodable {
    let waveform: String
    let folder: [String]
    let places: [String]
  }

  // SOUND-11
  @Test func `a sound is looked for in the pattern's folder and the five above it, and never above a root`() throws {
    let table = try Data(contentsOf: PackageFolder.root.appendingPathComponent("Tests/SharedCases/sound-places.json"))
    for test in try JSONDecoder().decode([Case].self, from: table) {
      let places = SoundPlaces.places(of: test.waveform, inFolder: test.folder)
      #expect(places.map { $0.joined(separator: "/") } == test.places, "\(test.waveform)")
    }
  }
}
