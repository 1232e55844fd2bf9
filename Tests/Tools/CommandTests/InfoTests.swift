import Foundation
import Testing

/// `thrum info`.
@Suite struct InfoTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func document(_ arguments: [String]) async throws -> [String: Any] {
    let result = try await ThrumProcess.run(["info", "--json"] + arguments)
    #expect(result.code == 0, "\(result.messages)")
    return try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
  }

  @Test func `info --json prints the pattern's numbers`() async throws {
    let file = try folder.write(SamplePattern.text, "sample.ahap")
    let document = try await document([file])
    #expect(document["schema"] as? String == "thrum.info/1")
    let files = try #require(document["files"] as? [[String: Any]])
    let info = try #require(files.first)
    #expect(files.count == 1)
    #expect(info["file"] as? String == file)
    #expect(info["durationSeconds"] as? Double == 0.75)
    let counts = try #require(info["counts"] as? [String: Int])
    #expect(counts["events"] == 4)
    #expect(counts["transient"] == 1)
    #expect(counts["continuous"] == 1)
    #expect(counts["audioContinuous"] == 1)
    #expect(counts["audioCustom"] == 1)
    #expect(counts["parameters"] == 1)
    #expect(counts["curves"] == 1)
    #expect(counts["controlPoints"] == 2)
    #expect(counts["eventParameters"] == 5)
    #expect(info["intensity"] as? [String: Double] == ["lowest": 0.6, "highest": 0.9])
    #expect(info["sharpness"] as? [String: Double] == ["lowest": 0.2, "highest": 0.8])
    #expect(info["longestContinuous"] as? [String: Double] == ["time": 0.25, "seconds": 0.5])
    let sounds = try #require(info["soundFiles"] as? [[String: Any]])
    #expect(sounds.count == 1)
    #expect(sounds.first?["path"] as? String == "gone.wav")
    #expect(sounds.first?["found"] == nil)
  }

  @Test func `the haptics-on time includes durations, releases and each tap's cycle`() async throws {
    let files = try #require(
      try await document([try folder.write(SamplePattern.text, "sample.ahap")])["files"] as? [[String: Any]])
    let on = try #require(files.first?["hapticOnSeconds"] as? Double)
    // A cycle at 80·(230/80)^0.2 Hz, then 0.5 s and the shortest release, 5 ms.
    #expect(abs(on - (1 / (80 * pow(230.0 / 80, 0.2)) + 0.505)) < 1e-9)
  }

  @Test(arguments: [
    #"{"Event":{"Time":0,"EventType":"HapticTransient"}}"#,
    #"{"Event":{"Time":0.5,"EventType":"AudioContinuous","EventDuration":0}}"#,
  ])
  func `the end that info prints equals the length of the file that render writes`(entry: String) async throws {
    let file = try folder.write("{\"Version\":1,\"Pattern\":[\(entry)]}", "end.ahap")
    let files = try #require(try await document([file])["files"] as? [[String: Any]])
    let end = try #require(files.first?["endSeconds"] as? Double)
    let sound = try await ThrumProcess.run(["render", file, "-o", "-", "--format", "s16"])
    #expect(abs(end - Double(sound.output.count) / (4 * 48_000)) < 64 / 48_000)
  }

  @Test func `info reports plausible levels for the rendering`() async throws {
    let tap = #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient"}}]}"#
    let files = try #require(try await document([try folder.write(tap, "tap.ahap")])["files"] as? [[String: Any]])
    let levels = try #require(files.first?["levels"] as? [String: Any])
    let peak = try #require(levels["peakAccelerationG"] as? Double)
    let rms = try #require(levels["rmsAccelerationG"] as? Double)
    #expect(peak > 0.1 && peak < 2)
    #expect(rms > 0 && rms < peak)
    let monitor = try #require(levels["monitorPeakDecibels"] as? Double)
    #expect(monitor < 0)
  }

  @Test func `info does not render a pattern that lasts many hours`() async throws {
    let long = """
      {"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient"}},
      {"Event":{"Time":90000,"EventType":"HapticTransient"}}]}
      """
    let file = try folder.write(long, "long.ahap")
    let files = try #require(try await document([file])["files"] as? [[String: Any]])
    #expect(files.first?["levels"] == nil)
    #expect(files.first?["durationSeconds"] as? Double == 90_000)
    #expect(try await ThrumProcess.run(["info", file]).text.contains("longer than 30 minutes"))
  }

  @Test func `the text plot fits in 100 columns and has an ASCII form`() async throws {
    let file = try folder.write(SamplePattern.text, "sample.ahap")
    let text = try await ThrumProcess.run(["info", file]).text
    #expect(text.contains("█") && text.contains("●"))
    #expect(!text.contains("\u{1B}"), "no colour when standard output is a file")
    let plot = text.split(separator: "\n").filter { $0.contains("│") }
    #expect(plot.count == 7)
    #expect(plot.allSatisfy { $0.count <= 100 })
    let plain = try await ThrumProcess.run(["info", "--ascii", file]).text
    #expect(plain.unicodeScalars.allSatisfy { $0.isASCII })
  }

  @Test func `a broken file is reported on standard error, and the other files are shown`() async throws {
    let good = try folder.write(SamplePattern.text, "good.ahap")
    let broken = try folder.write(SamplePattern.broken, "broken.ahap")
    let result = try await ThrumProcess.run(["info", broken, good])
    #expect(result.code == 65)
    #expect(result.text.contains("good.ahap"))
    #expect(result.messages.contains("broken.ahap"))
    #expect(try await ThrumProcess.run(["info", folder.path("none.ahap")]).code == 66)
    #expect(try await ThrumProcess.run(["info"]).code == 64)
  }

  @Test func `standard input is read like a file`() async throws {
    let result = try await ThrumProcess.run(["info", "-", "--no-plot"], input: SamplePattern.text)
    #expect(result.code == 0)
    #expect(result.text.hasPrefix("<stdin>\n"))
  }
}
