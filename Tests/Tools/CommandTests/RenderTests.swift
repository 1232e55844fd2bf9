import Foundation
import Testing
import ThrumDevice
import ThrumOutput

@Suite struct RenderTests {
  private static let buzz = """
    {"Version": 1.0, "Pattern": [
      {"Event": {"Time": 0, "EventType": "HapticTransient"}},
      {"Event": {"Time": 0.1, "EventType": "HapticContinuous", "EventDuration": 0.2}}]}
    """

  private func file(_ text: String = RenderTests.buzz, in folder: TemporaryFolder, name: String = "buzz.ahap") throws
    -> String
  {
    let path = folder.path(name)
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  @Test func `the same input produces the same bytes through files and through pipes`() async throws {
    let folder = try TemporaryFolder()
    let input = try file(in: folder)
    #expect(try await ThrumProcess.run(["render", input, "-o", folder.path("a.wav")]).code == 0)
    let first = try Data(contentsOf: URL(fileURLWithPath: folder.path("a.wav")))
    let piped = try await ThrumProcess.run(["render", "-", "-o", "-"], input: RenderTests.buzz)
    #expect(piped.code == 0)
    #expect(piped.output == first)
    #expect(first.count > 115_200)
  }

  @Test func `the error for a file that is not a pattern says what the file is, and MP3 output is rejected`()
    async throws
  {
    let folder = try TemporaryFolder()
    for (start, words) in [
      ("RIFF\u{1}\u{1}\u{1}\u{1}WAVEfmt ", "a sound"), ("GIF89a", "a picture"), ("%PDF-1.7", "a PDF"),
    ] {
      let result = try await ThrumProcess.run(["render", try file(start, in: folder), "-o", folder.path("a.wav")])
      #expect(result.code == 65 && result.messages.contains("this is \(words), not a pattern"), "\(result.messages)")
    }
    let other = try await ThrumProcess.run(["render", try file(in: folder), "-o", folder.path("a.mp3")])
    #expect(other.code == 64 && other.messages.contains("render writes WAV and FLAC, not mp3"))
  }

  @Test(arguments: ["s16", "s24"]) func `a FLAC file contains the same samples as the WAV file`(format: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let pattern = try file(in: folder)
    let (flac, wav) = (folder.path("a.flac"), folder.path("a.wav"))
    for output in [flac, wav] {
      let result = try await ThrumProcess.run(["render", pattern, "-o", output, "--format", format])
      #expect(result.code == 0 && result.messages.isEmpty, "\(result.messages)")
    }
    let (encoded, plain) = (try SoundFileReader().read(path: flac), try SoundFileReader().read(path: wav))
    #expect(encoded.frames == plain.frames && encoded.frames > 10_000)
    #expect(encoded.channels == 2 && plain.channels == 2)
    #expect((0..<2 * min(encoded.frames, plain.frames)).allSatisfy { encoded.samples[$0] == plain.samples[$0] })
    #expect(try Data(contentsOf: URL(fileURLWithPath: flac)).starts(with: Array("fLaC".utf8)))
    #expect(try Data(contentsOf: URL(fileURLWithPath: flac)).count < Data(contentsOf: URL(fileURLWithPath: wav)).count)
    let tooWide = try await ThrumProcess.run(["render", pattern, "-o", flac, "--format", "s32"])
    #expect(tooWide.code == 64 && tooWide.messages.contains("FLAC supports s16 and s24"))
  }

  @Test func `if a FLAC file cannot be written, the old one stays in place`() async throws {
    let folder = try TemporaryFolder()
    let output = try folder.write("old", "a.flac")
    let result = try await ThrumProcess.run(["render", try file("{", in: folder), "-o", output])
    #expect(result.code == 65)
    #expect(try String(contentsOfFile: output, encoding: .utf8) == "old")
    let lost = folder.path("none/a.flac")
    let missing = try await ThrumProcess.run(["render", try file(in: folder), "-o", lost])
    #expect(missing.code == 74 && missing.messages.contains("cannot write"), "\(missing.messages)")
  }

  @Test func `a control change years after the last event does not lengthen the file`() async throws {
    let folder = try TemporaryFolder()
    let far = RenderTests.buzz.replacingOccurrences(
      of: "]}",
      with:
        #", {"ParameterCurve": {"Time": 0, "ParameterID": "HapticIntensityControl", "ParameterCurveControlPoints": ["#
        + #"{"Time": 0, "ParameterValue": 1}, {"Time": 3.4028235e38, "ParameterValue": 1}]}}]}"#)
    let output = folder.path("a.wav")
    let result = try await ThrumProcess.run(["render", try file(far, in: folder), "-o", output])
    #expect(result.code == 0 && result.messages.contains("the rest would be silence"), "\(result.messages)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: output)).count < 1_000_000)
  }

  @Test func `a float WAV file declares the length of its format extension`() async throws {
    let folder = try TemporaryFolder()
    let output = folder.path("a.wav")
    _ = try await ThrumProcess.run(["render", try file(in: folder), "-o", output])
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: output)))
    #expect(bytes[16] == 18 && bytes[36] == 0 && bytes[37] == 0 && bytes[38..<42].elementsEqual("fact".utf8))
  }

  @Test func `the length is exact to the frame, and rendering can start in the middle of an event`() async throws {
    let folder = try TemporaryFolder()
    let input = try file(in: folder)
    let output = folder.path("a.wav")
    let options = ["--start", "0.2", "--length", "0.25", "--format", "s16", "--signal", "acceleration"]
    let result = try await ThrumProcess.run(["render", input, "-o", output] + options)
    #expect(result.code == 0)
    let bytes: Data = try Data(contentsOf: URL(fileURLWithPath: output))
    #expect(bytes.count == 44 + 12_000 * 2)
    let samples: Data = bytes.dropFirst(44)
    #expect(samples.contains { $0 != 0 })
  }

  @Test func `a pattern is rendered in a loop and at another speed, and a loop needs a length`() async throws {
    let folder = try TemporaryFolder()
    let input = try file(
      """
      {"Version": 1.0, "Pattern": [
        {"Event": {"Time": 0, "EventType": "HapticTransient"}},
        {"Event": {"Time": 0.3, "EventType": "HapticTransient"}}]}
      """, in: folder)
    func taps(_ options: String...) async throws -> [Int] {
      let output = folder.path("loop.wav")
      let result = try await ThrumProcess.run(["render", input, "-o", output, "--signal", "drive"] + options)
      #expect(result.code == 0, "\(result.messages)")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: output)).dropFirst(58)
      let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
      // A tap begins after 20 ms of silence.
      return samples.indices.filter { $0 % 480 == 0 }.filter { start in
        let before = samples[max(0, start - 960)..<start]
        let here = samples[start..<min(samples.count, start + 480)]
        return before.allSatisfy { abs($0) < 0.01 } && here.contains { abs($0) > 0.5 }
      }
    }
    #expect(try await taps("--length", "1.2", "--loop") == [0, 14_400, 28_800, 43_200])
    #expect(try await taps("--length", "1.2", "--loop", "--rate", "0.5") == [0, 28_800])
    #expect(try await taps("--length", "1.2") == [0, 14_400])
    let refused = try await ThrumProcess.run(["render", input, "-o", folder.path("x.wav"), "--loop"])
    #expect(refused.code == 64 && refused.messages.contains("--loop needs --length"))
  }

  @Test func `a drive beyond integer full scale is reported, and clipped samples are counted`() async throws {
    let folder = try TemporaryFolder()
    let input = try file(in: folder)
    let result = try await ThrumProcess.run(
      ["render", input, "-o", folder.path("a.wav"), "--signal", "drive", "--format", "s16"])
    #expect(result.code == 0)
    #expect(result.messages.contains("the drive reaches ±2.77 V, but s16 is limited to ±1 V"))
    #expect(result.messages.contains(#/[0-9]+ samples exceeded full scale and were clipped/#))
    let whole = try await ThrumProcess.run(["render", input, "-o", folder.path("a.wav"), "--signal", "drive"])
    #expect(whole.messages.isEmpty)
    #expect(try await ThrumProcess.run(["render", input, "-o", folder.path("a.wav"), "--dither"]).code == 64)
    let dithered = try await ThrumProcess.run(
      ["render", input, "-o", folder.path("a.wav"), "--dither", "--format", "s16"])
    #expect(dithered.code == 0 && dithered.messages.isEmpty)
  }

  @Test func `each failure has its own exit code and leaves an existing file untouched`() async throws {
    let folder = try TemporaryFolder()
    let good = try file(in: folder)
    let broken = try file("{\"Pattern\": [", in: folder, name: "broken.ahap")
    let output = folder.path("a.wav")
    try "old".write(toFile: output, atomically: false, encoding: .utf8)
    let missing = try await ThrumProcess.run(["render", folder.path("none.ahap"), "-o", output])
    #expect(missing.code == 66)
    #expect(missing.messages.contains("none.ahap"))
    let bad = try await ThrumProcess.run(["render", broken, "-o", output])
    #expect(bad.code == 65)
    #expect(bad.messages.contains("broken.ahap:1:"))
    #expect(try await ThrumProcess.run(["render", good, "-o", output, "--actuator", "spoon"]).code == 64)
    let unwritable = try await ThrumProcess.run(["render", good, "-o", folder.path("no/such/folder.wav")])
    #expect(unwritable.code == 74)
    #expect(try String(contentsOfFile: output, encoding: .utf8) == "old")
  }

  @Test func `a missing sound causes a warning, and the haptics are rendered`() async throws {
    let folder = try TemporaryFolder()
    let input = try file(
      """
      {"Version": 1.0, "Pattern": [
        {"Event": {"Time": 0, "EventType": "HapticTransient"}},
        {"Event": {"Time": 0, "EventType": "AudioCustom", "EventWaveformPath": "gone.wav"}}]}
      """, in: folder)
    let result = try await ThrumProcess.run(["render", input, "-o", folder.path("a.wav"), "--length", "0.1"])
    #expect(result.code == 0)
    #expect(result.messages.contains("gone.wav"))
  }

  @Test func `an output pipe stays a pipe, and an output link stays a link`() async throws {
    let folder = try TemporaryFolder()
    let input = try file(in: folder)
    let real = folder.path("real.wav")
    let link = folder.path("link.wav")
    try "old".write(toFile: real, atomically: false, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
    #expect(try await ThrumProcess.run(["render", input, "-o", link]).code == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == real)
    #expect(try Data(contentsOf: URL(fileURLWithPath: real)).count > 1000)

    // A named pipe behaves like a device file here and needs no privileges.
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    #expect(reader >= 0)
    defer { close(reader) }
    let result = try await ThrumProcess.run(
      ["render", input, "-o", pipe, "--length", "0.05", "--signal", "acceleration", "--format", "s16"])
    #expect(result.code == 0)
    var status = stat()
    #expect(stat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO, "a pipe must not be replaced")
    var bytes = [UInt8](repeating: 0, count: 65_536)
    #expect(read(reader, &bytes, bytes.count) == 44 + 2400 * 2)
  }

  @Test func `an output that is also an input is rejected, and the input is unchanged`() async throws {
    let folder = try TemporaryFolder()
    let input = try file(in: folder)
    let link = folder.path("link.ahap")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: input)
    for arguments in [
      ["render", input, "-o", input], ["render", input, "-o", link], ["plot", input, "-o", input, "--format", "png"],
      ["lint", input, "--junit", input], ["play", input, "-D", "wav:\(link)"],
    ] {
      #expect(try await ThrumProcess.run(arguments).code == 64, "\(arguments)")
      #expect(try String(contentsOfFile: input, encoding: .utf8) == RenderTests.buzz)
    }
  }

  @Test func `a pattern that lasts years is rejected before it fills the disk`() async throws {
    let folder = try TemporaryFolder()
    let input = try file(
      #"{"Version": 1.0, "Pattern": [{"Event": {"Time": 1e9, "EventType": "HapticTransient"}}]}"#, in: folder)
    let result = try await ThrumProcess.run(["render", input, "-o", folder.path("a.wav")])
    #expect(result.code == 65)
    #expect(result.messages.contains("--length"))
    #expect(try await ThrumProcess.run(["render", input, "-o", folder.path("a.wav"), "--length", "0.1"]).code == 0)
  }
}
