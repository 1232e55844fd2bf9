import Foundation
import TestSupport
import Testing
import ThrumDevice
import ThrumFeel
import ThrumPattern

/// Our own patterns on the modelled phone.
@Suite struct LibraryTests {
  private static let files: [URL] = {
    let folder = PackageFolder.root.appendingPathComponent("Patterns")
    let all = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return all.filter { $0.pathExtension == "ahap" }.sorted { $0.path < $1.path }
  }()

  @Test func `no event is too weak to be felt, and each pattern's strongest is felt clearly`() throws {
    var analysis = FeelAnalysis(FeelMotor(.phone))
    #expect(LibraryTests.files.count > 10)
    for file in LibraryTests.files {
      let document = AHAP.read([UInt8](try Data(contentsOf: file)), name: file.lastPathComponent)
      let pattern = try #require(document.pattern)
      let felt = analysis.felt(FeelEvents(PatternGroup(pattern)), Work<Never>.endless)
      guard !felt.isEmpty else { continue }
      #expect(felt.allSatisfy { $0.isFelt }, "\(file.lastPathComponent)")
      let strongest = felt.map(\.decibelsOverThreshold).max() ?? 0
      #expect(strongest >= FeelVerdict.clearLevel, "\(file.lastPathComponent)")
    }
  }
}
