import Foundation
import Testing

/// `thrum presets`, and presets in place of files.
@Suite struct PresetsTests {
  @Test func `the list shows each preset's name, number, length and use`() async throws {
    let list = try await ThrumProcess.run(["presets"])
    #expect(list.code == 0)
    #expect(list.text.contains("cancelled                1521     0.20  Three weak taps"))
    let json = try await ThrumProcess.run(["presets", "--json"])
    let document = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    #expect(document["schema"] as? String == "thrum.presets/1")
    let presets = try #require(document["presets"] as? [[String: Any]])
    #expect(presets.contains { $0["name"] as? String == "pop" && $0["systemSound"] as? Int == 1520 })
  }

  @Test func `every command accepts a preset by name or number`() async throws {
    let folder = try TemporaryFolder()
    let wav = folder.path("pop.wav")
    for arguments in [
      ["lint", "--strict", "preset:pop"], ["info", "preset:1520"], ["render", "preset:1520", "-o", wav],
      ["plot", "preset:Pop", "-o", folder.path("pop.svg")], ["play", "preset:pop", "-D", "null"],
    ] {
      let result = try await ThrumProcess.run(arguments)
      #expect(result.code == 0, "\(arguments): \(result.messages)")
    }
    #expect(FileManager.default.fileExists(atPath: wav))
  }

  @Test func `for an unknown preset, the nearest one is suggested, and for a missing file, the preset of that name`()
    async throws
  {
    let unknown = try await ThrumProcess.run(["play", "preset:impact-hevy"])
    #expect(unknown.code == 66)
    #expect(unknown.messages.contains("did you mean preset:impact-heavy?"))
    for name in ["light", "heartbeat"] {
      let stranger = try await ThrumProcess.run(["info", "preset:\(name)"])
      #expect(stranger.code == 66 && !stranger.messages.contains("did you mean"), "\(stranger.messages)")
    }
    let missing = try await ThrumProcess.run(["info", "1520"])
    #expect(missing.code == 66)
    #expect(missing.messages.contains("did you mean preset:1520"))
  }
}
