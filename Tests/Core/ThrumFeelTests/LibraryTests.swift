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

  @Test func `every event is felt, unless its pattern's description says that it is drowned out`() throws {
    var preset = ActuatorPreset.phone
    // A preset of another name has no range: the model decides.
    preset.name = "model"
    var analysis = FeelAnalysis(FeelMotor(preset))
    #expect(LibraryTests.files.count > 10)
    for file in LibraryTests.files {
      let document = AHAP.read([UInt8](try Data(contentsOf: file)), name: file.lastPathComponent)
      let pattern = try #require(document.pattern)
      if case .string(let text)? = pattern.metadata?["Description"], text.contains("drown") { continue }
      let lost = analysis.felt(FeelEvents(PatternGroup(pattern)), Work<Never>.endless).filter(\.verdict.isFinding)
      #expect(lost.isEmpty, "\(file.lastPathComponent)")
    }
  }
}
