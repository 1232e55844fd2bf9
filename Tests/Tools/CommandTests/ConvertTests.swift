import Foundation
import Testing
import ThrumOutput

/// `thrum convert`.
@Suite struct ConvertTests {
  private let folder: TemporaryFolder
  private static let clip = """
    {"version": {"major": 1, "minor": 0, "patch": 0}, "metadata": {"editor": "E", "project": "P"}, "signals":
     {"continuous": {"envelopes": {"amplitude": [{"time": 0, "amplitude": 0.25},
       {"time": 0.5, "amplitude": 0.25, "emphasis": {"amplitude": 1, "frequency": 0.4}}, {"time": 1, "amplitude": 0}],
      "frequency": [{"time": 0, "frequency": 0.5}]}}}}
    """

  init() throws { folder = try TemporaryFolder() }

  @Test func `a clip with pulses becomes two files that are played together`() async throws {
    let input = try folder.write(Self.clip, "c.haptic")
    let result = try await ThrumProcess.run(["convert", input, folder.path("c.ahap")])
    #expect(result.code == 0)
    #expect(result.text == folder.path("c_continuous.ahap") + "\n" + folder.path("c_transients.ahap") + "\n")
    #expect(result.messages.contains("lost: metadata “editor”"))
    #expect(try await ThrumProcess.run(["lint", "--strict", folder.path("c_transients.ahap")]).code == 0)
    let info = try await ThrumProcess.run(["info", "--no-plot", folder.path("c_transients.ahap")])
    #expect(info.text.contains("1 transient"))
  }

  @Test func `convert --merge writes one file with a warning`() async throws {
    let input = try folder.write(Self.clip, "c.haptic")
    let result = try await ThrumProcess.run(["convert", "--merge", input, folder.path("m.ahap")])
    #expect(result.text == folder.path("m.ahap") + "\n")
    #expect(result.messages.contains("warning: in a single pattern, the curves also affect the transients"))
  }

  @Test func `convert takes its output as an argument or with -o, but not both`() async throws {
    let input = try folder.write(SamplePattern.text, "o.ahap")
    let named = try await ThrumProcess.run(["convert", input, "-o", folder.path("named.ahap")])
    #expect(named.code == 0 && named.text == folder.path("named.ahap") + "\n")
    let both = try await ThrumProcess.run(["convert", input, folder.path("a.ahap"), "-o", folder.path("b.ahap")])
    #expect(both.code == 64 && both.messages.contains("both name the output"))
    let none = try await ThrumProcess.run(["convert", input])
    #expect(none.code == 64 && none.messages.contains("Missing expected argument '<output>'"))
  }

  @Test func `audio events lost in a conversion to a clip are listed`() async throws {
    let input = try folder.write(SamplePattern.text, "sample.ahap")
    let result = try await ThrumProcess.run(["convert", input, folder.path("sample.haptic")])
    #expect(result.code == 0)
    #expect(result.messages.contains("lost: 2 audio events: a clip cannot contain sound"))
    #expect(try await ThrumProcess.run(["lint", "--strict", folder.path("sample.haptic")]).code == 0)
  }

  @Test func `every command accepts clips as well as AHAP files`() async throws {
    let input = try folder.write(Self.clip, "c.haptic")
    for arguments in [
      ["play", "-D", "null", "--length", "0.05", input],
      ["render", input, "-o", folder.path("c.wav"), "--length", "0.1"],
      ["plot", input, "-o", folder.path("c.png"), "--width", "320", "--height", "200"], ["info", "--no-plot", input],
      ["compare", "--quiet", input, "preset:pop"],
      ["lint", folder.path("")],
    ] {
      let result = try await ThrumProcess.run(arguments)
      #expect(result.code == 0, "\(arguments): \(result.messages)")
    }
    let broken = try folder.write(#"{"version": {"major": 3}}"#, "broken.haptic")
    let result = try await ThrumProcess.run(["play", "-D", "null", broken])
    #expect(result.code == 65)
    #expect(result.messages.contains("version 3"))
    #expect(try await ThrumProcess.run(["lint", broken]).code == 1)
  }

  @Test func `convert does not overwrite its input and picks the format by the output's name`() async throws {
    let input = try folder.write(Self.clip, "c.haptic")
    #expect(try await ThrumProcess.run(["convert", input, input]).code != 0)
    #expect(try await ThrumProcess.run(["convert", input, folder.path("c.txt")]).code == 64)
    let tidy = try await ThrumProcess.run(["convert", input, folder.path("tidy.haptic")])
    #expect(tidy.code == 0)
    #expect(!tidy.messages.contains("lost"))
  }

  @Test(
    arguments: [
      ("o.wav", "is written by `thrum render"), ("o.FLAC", "is written by `thrum render"),
      ("o.mid", "does not write them"), ("o.txt", "must end in .ahap, .haptic, .he"),
    ]) func `an output that convert cannot write names the command that can`(_ name: String, _ words: String)
    async throws
  {
    let input = try folder.write(SamplePattern.text, "in.ahap")
    let result = try await ThrumProcess.run(["convert", input, folder.path(name)])
    #expect(result.code == 64 && result.messages.contains(words), "\(result.messages)")
  }

  @Test func `a sound given as a pattern names the command that makes one from it`() async throws {
    let path = folder.path("drums.wav")
    let writer = try WAVWriter(path: path, sampleRate: 8_000, channels: 1, format: .float32)
    try [Float](repeating: 0.1, count: 800).withUnsafeBufferPointer { try writer.write($0) }
    try writer.finish()
    let result = try await ThrumProcess.run(["convert", path, folder.path("o.ahap")])
    #expect(result.code == 65 && result.messages.contains("`thrum generate`"), "\(result.messages)")
  }

  @Test func `an empty argument is called empty`() async throws {
    for words in [["lint", ""], ["convert", "", folder.path("o.ahap")], ["info", ""]] {
      let result = try await ThrumProcess.run(words)
      #expect(result.messages.contains("an argument is empty"), "\(result.messages)")
    }
  }
}
