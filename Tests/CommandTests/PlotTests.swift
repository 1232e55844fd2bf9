import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// `thrum plot`.
@Suite struct PlotTests {
  private let folder: TemporaryFolder
  private let sample: String

  init() throws {
    folder = try TemporaryFolder()
    sample = try folder.write(SamplePattern.text, "sample.ahap")
  }

  private func plot(_ arguments: [String]) throws -> ThrumProcess.Result {
    try ThrumProcess.run(["plot", sample] + arguments)
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
  }

  /// Width and height in a PNG's header.
  private func size(_ png: Data) throws -> [Int] {
    let bytes = [UInt8](png.prefix(24))
    try #require(bytes.count == 24)
    #expect(Array(bytes[..<8]) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    return [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test func `a PNG has the size asked for`() throws {
    #expect(try plot(["-o", folder.path("a.png")]).code == 0)
    #expect(try size(bytes("a.png")) == [1200, 600])
    #expect(try plot(["-o", folder.path("b.png"), "--width", "640", "--height", "320", "--dark"]).code == 0)
    #expect(try size(bytes("b.png")) == [640, 320])
    #expect(!folder.names.contains { $0.hasSuffix(".part") }, "no temporary file stays behind")
  }

  @Test func `an SVG is XML, whatever the title holds`() throws {
    let result = try plot(["-o", folder.path("a.svg"), "--title", "<a> & \u{1}\u{FFFE} \"b\""])
    #expect(result.code == 0, "\(result.messages)")
    let parser = XMLParser(data: try bytes("a.svg"))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
  }

  @Test(arguments: ["png", "svg"]) func `the same input gives the same bytes`(format: String) throws {
    let first = try plot(["-o", "-", "--format", format])
    let second = try plot(["-o", "-", "--format", format])
    #expect(first.code == 0)
    #expect(first.output.count > 1000)
    #expect(first.output == second.output)
    #expect(try plot(["-o", folder.path("x.\(format)")]).output.isEmpty)
    #expect(try bytes("x.\(format)") == first.output)
  }

  @Test(arguments: [
    ["--dark"], ["--actuator", "coin-lra-175"], ["--monitor", "small-speaker"],
    ["--from", "0.2", "--to", "0.3"],
    ["--title", "other"],
  ]) func `an option changes the picture`(option: [String]) throws {
    let plain = try plot(["-o", "-", "--format", "png"])
    let other = try plot(["-o", "-", "--format", "png"] + option)
    #expect(other.code == 0, "\(other.messages)")
    #expect(plain.output != other.output)
  }

  @Test func `a pattern without events and one that is far too long have pictures`() throws {
    for text in [
      #"{"Version":1,"Pattern":[]}"#,
      #"{"Version":1,"Pattern":[{"Event":{"Time":1e300,"EventType":"HapticTransient"}}]}"#,
      #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticContinuous","EventDuration":1e30}}]}"#,
    ] {
      let file = try folder.write(text, "odd.ahap")
      let result = try ThrumProcess.run(["plot", file, "-o", "-", "--format", "png"])
      #expect(result.code == 0, "\(result.messages)")
    }
  }

  @Test func `thousands of overlapping events have a picture`() throws {
    let events = (0..<1500).map { index in
      """
      {"Event":{"Time":\(Double(index) / 1000),"EventType":"HapticContinuous","EventDuration":0.2}},
      {"Event":{"Time":\(Double(index) / 1000),"EventType":"HapticTransient"}}
      """
    }
    let text = #"{"Version":1,"Pattern":[\#(events.joined(separator: ","))]}"#
    let result = try ThrumProcess.run([
      "plot", try folder.write(text, "many.ahap"), "-o", folder.path("many.png"),
    ])
    #expect(result.code == 0, "\(result.messages)")
  }

  @Test func `failures have their exit codes and leave an older picture alone`() throws {
    let broken = try folder.write(SamplePattern.broken, "broken.ahap")
    let picture = try folder.write("old", "old.png")
    #expect(try ThrumProcess.run(["plot", broken, "-o", picture]).code == 65)
    #expect(try ThrumProcess.run(["plot", folder.path("none.ahap"), "-o", picture]).code == 66)
    #expect(try String(contentsOfFile: picture, encoding: .utf8) == "old")
    let unwritable = try plot(["-o", folder.path("no/such/folder/x.png")])
    #expect(unwritable.code == 74)
    #expect(unwritable.messages.contains("No such file or directory"))
    #expect(try plot(["-o", folder.path("x.gif")]).code == 64)
    #expect(try plot(["-o", folder.path("x.png"), "--from", "2", "--to", "1"]).code == 64)
    #expect(try plot(["-o", folder.path("x.png"), "--from", "100"]).code == 64)
    #expect(try plot(["-o", folder.path("x.png"), "--actuator", "none"]).code == 64)
  }
}
