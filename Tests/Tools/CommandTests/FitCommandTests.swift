import Foundation
import TestSupport
import Testing

@Suite struct FitCommandTests {
  @Test func `fit writes the test pattern, finds it in a recording and writes a usable actuator file`() async throws {
    let folder = try TemporaryFolder()
    let (pattern, sound, file) = (folder.path("test.ahap"), folder.path("recorded.wav"), folder.path("mine.json"))
    #expect(try await ThrumProcess.run(["fit", "--pattern", pattern]).code == 0)
    #expect(try await ThrumProcess.run(["lint", "--strict", pattern]).code == 0)
    let rendered = try await ThrumProcess.run(
      [
        "render", pattern, "-o", sound, "--signal", "acceleration", "--actuator", "watch-taptic", "--sample-rate",
        "16000",
      ])
    #expect(rendered.code == 0)
    let fitted = try await ThrumProcess.run(["fit", sound, "-o", file])
    #expect(fitted.code == 0)
    #expect(fitted.text.contains("80.0 to 230.0 Hz, geometric"))
    let checked = try await ThrumProcess.run(["actuators", "--check", file])
    #expect(checked.text.contains("recorded"))
    #expect(try await ThrumProcess.run(["render", pattern, "-o", sound, "--actuator", file]).code == 0)
    let table = folder.path("sensor.txt")
    try "20 0\n2000 0\n".write(toFile: table, atomically: true, encoding: .utf8)
    #expect(try await ThrumProcess.run(["fit", sound, "--sensor", table]).code == 0)
    #expect(try await ThrumProcess.run(["fit", sound, "--sensor", "highpass:loud"]).code == 64)
    #expect(try await ThrumProcess.run(["fit", sound, "--sensor", folder.path("none.txt")]).code == 66)
    #expect(try await ThrumProcess.run(["fit", folder.path("none.wav")]).code == 66)
    #expect(try await ThrumProcess.run(["fit", pattern]).code == 65)
    #expect(try await ThrumProcess.run(["fit"]).code == 64)
  }
}
