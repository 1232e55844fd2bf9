import Foundation
import Testing

@Suite struct ActuatorFileCommandTests {
  @Test func `an actuator file is accepted wherever a motor can be named, and is checked on request`() async throws {
    let folder = try TemporaryFolder()
    let shown = try await ThrumProcess.run(["actuators", "--show", "coin-lra-175"])
    #expect(shown.code == 0)
    let path = folder.path("mine.json")
    let pattern = folder.path("a.ahap")
    try shown.output.write(to: URL(fileURLWithPath: path))
    try #"{"Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient"}}]}"#
      .write(toFile: pattern, atomically: true, encoding: .utf8)
    #expect(try await ThrumProcess.run(["render", pattern, "-o", folder.path("f.wav"), "--actuator", path]).code == 0)
    #expect(
      try await ThrumProcess.run(["render", pattern, "-o", folder.path("p.wav"), "--actuator", "coin-lra-175"]).code
        == 0)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: folder.path("f.wav")))
        == Data(contentsOf: URL(fileURLWithPath: folder.path("p.wav"))))
    #expect(try await ThrumProcess.run(["plot", pattern, "-o", folder.path("p.svg"), "--actuator", path]).code == 0)
    let checked = try await ThrumProcess.run(["actuators", "--check", path])
    #expect(checked.code == 0 && String(decoding: checked.output, as: UTF8.self).contains("coin-lra-175"))
    try "{".write(toFile: path, atomically: true, encoding: .utf8)
    let broken = try await ThrumProcess.run(["actuators", "--check", path])
    #expect(broken.code == 65 && broken.messages.contains("mine.json: it is not valid JSON"))
    #expect(try await ThrumProcess.run(["render", pattern, "-o", folder.path("f.wav"), "--actuator", path]).code == 65)
    #expect(try await ThrumProcess.run(["actuators", "--check", folder.path("none.json")]).code == 66)
    #expect(try await ThrumProcess.run(["actuators", "--show", "spoon"]).code == 64)
  }
}
