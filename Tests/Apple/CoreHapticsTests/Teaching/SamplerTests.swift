import CoreHaptics
import Testing
import ThrumTesting

@Suite(.haptics()) struct SamplerTests {
  private static let twoTaps =
    #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient"}},{"Event":{"Time":0.2,"EventType":"HapticTransient"}}]}"#
  private static var buzz: [CHHapticPattern.Key: Any] {
    let event: [CHHapticPattern.Key: Any] = [.eventType: "HapticContinuous", .time: 0, .eventDuration: 0.5]
    return [.pattern: [[CHHapticPattern.Key.event: event]]]
  }

  /// Runs a test with its own folder.
  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(SamplerTests.twoTaps.utf8).write(to: folder.appendingPathComponent("Knock.ahap"))
    try Data("no pattern".utf8).write(to: folder.appendingPathComponent("Broken.ahap"))
    try Data("no pattern either".utf8).write(to: folder.appendingPathComponent("Notes.txt"))
    try await body(folder)
  }

  @Test func `files and dictionaries are played by name`() async throws {
    try await withFolder { folder in
      let phone = HapticEnvironment.current
      let sampler = Sampler()
      try sampler.addFiles(in: folder)
      sampler.add("Buzz", SamplerTests.buzz)
      #expect(sampler.names == ["Broken", "Knock", "Buzz"])
      sampler.play("Knock")
      await phone.advance(by: 1)
      sampler.play("Buzz")
      await phone.advance(by: 1)
      #expect(sampler.message == nil)
      expectEvents(.hapticTransient, exactly: 2, from: 0, to: 0.3)
      expectEvent(.hapticContinuous, at: 1, duration: 0.5 ± 0.01)
    }
  }

  @Test func `a sample plays again after the app returns from the background`() async throws {
    try await withFolder { folder in
      let phone = HapticEnvironment.current
      let sampler = Sampler()
      try sampler.addFiles(in: folder)
      sampler.play("Knock")
      await phone.advance(by: 1)
      phone.apply(.suspendApp)
      await phone.advance(by: 10)
      phone.apply(.resumeApp)
      sampler.play("Knock")
      await phone.advance(by: 1)
      expectEvents(.hapticTransient, exactly: 2, from: 11, to: 12)
    }
  }

  @Test func `trying to play an unplayable sample sets an error message`() async throws {
    try await withFolder { folder in
      let sampler = Sampler()
      try sampler.addFiles(in: folder)
      sampler.play("Nothing")
      #expect(sampler.message == "there is no Nothing")
      sampler.play("Broken")
      #expect(sampler.message == "Broken cannot be played: -4813")
      try FileManager.default.removeItem(at: folder.appendingPathComponent("Knock.ahap"))
      sampler.play("Knock")
      #expect(sampler.message == "Knock is gone")
    }
  }
}
