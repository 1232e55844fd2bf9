import ArgumentParser
import Foundation
import Testing

@testable import thrum

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// `thrum plot`.
@Suite struct PlotTests {
  private let folder: TemporaryFolder
  private let sample: String
  /// A pattern that draws quickly.
  private let short: String

  init() throws {
    folder = try TemporaryFolder()
    sample = try folder.write(SamplePattern.text, "sample.ahap")
    short = try folder.write(SamplePattern.short, "short.ahap")
  }

  private func plot(_ arguments: [String]) async throws -> ThrumProcess.Result {
    try await ThrumProcess.run(["plot", sample] + arguments)
  }

  /// Draws a small picture in process and returns the file's bytes.
  private func draw(_ arguments: [String] = [], file: String? = nil) throws -> [UInt8] {
    let small = ["-o", "-", "--format", "png", "--width", "320", "--height", "200"]
    return try Plot.parse([file ?? short] + small + arguments).picture()
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
  }

  /// Width and height from a PNG header.
  private func size(_ png: Data) throws -> [Int] {
    let bytes = [UInt8](png.prefix(24))
    try #require(bytes.count == 24)
    #expect(Array(bytes[..<8]) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    return [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test func `a PNG has the requested size`() async throws {
    #expect(try await ThrumProcess.run(["plot", short, "-o", folder.path("a.png")]).code == 0)
    #expect(try size(bytes("a.png")) == [1200, 600])
    #expect(try size(Data(draw(["--dark"]))) == [320, 200])
    #expect(!folder.names.contains { $0.hasSuffix(".part") }, "no temporary file stays behind")
  }

  @Test func `an SVG is valid XML whatever its title`() throws {
    let picture = try draw(["--format", "svg", "--title", "<a> & \u{1}\u{FFFE} \"b\""])
    let parser = XMLParser(data: Data(picture))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
  }

  private let large = ["--format", "svg", "--width", "900", "--height", "500"]

  @Test func `an SVG has real text, a title and a description`() throws {
    let picture = String(decoding: try draw(large + ["--title", "My <title>"]), as: UTF8.self)
    #expect(picture.contains(#"role="img" aria-labelledby="title desc""#))
    #expect(picture.contains("<title id=\"title\">My &lt;title&gt;</title>") && picture.contains("<desc id=\"desc\">"))
    #expect(picture.contains(">intensity</text>") && !picture.contains("<symbol"))
    #expect(picture.firstMatch(of: /[0-9]\.[0-9]{3}/) == nil)
  }

  @Test func `a thumbnail omits labels that would cover its shapes`() throws {
    let whole = String(decoding: try draw(large), as: UTF8.self)
    let small = String(decoding: try draw(["--format", "svg", "--width", "400", "--height", "200"]), as: UTF8.self)
    #expect(whole.contains("peak") && whole.contains(">sharpness<"))
    let words = small.matches(of: /<text[^>]*>([^<]*)</).map { String($0.1) }
    #expect(!words.contains { $0.contains("peak") || $0 == "sharpness" || $0.contains("round") })
  }

  @Test(arguments: [(900.0, 500.0), (700, 300), (1000, 420)])
  func `the waveform's caption lies between the panels`(width: Double, height: Double) {
    for rows in [0, 2] {
      let layout = PlotLayout(width: width, height: height, PlotLayout.Needs(audioRows: rows))
      let above = layout.audio ?? layout.sharpness
      #expect(layout.caption < layout.wave.top)
      #expect(layout.caption - layout.labelSize >= above.bottom)
    }
  }

  @Test func `a negative number is written with a hyphen, which every font contains`() throws {
    let picture = String(decoding: try draw(large), as: UTF8.self)
    #expect(picture.contains(/>-[0-9.]+</) && !picture.contains("\u{2212}"))
  }

  @Test(arguments: ["png", "svg"]) func `the same input produces the same bytes`(format: String) async throws {
    let size = ["--width", "320", "--height", "200"]
    let first = try await plot(["-o", "-", "--format", format] + size)
    #expect(first.code == 0)
    #expect(first.output.count > 1000)
    #expect(try await plot(["-o", folder.path("x.\(format)")] + size).output.isEmpty)
    #expect(try bytes("x.\(format)") == first.output)
  }

  @Test(arguments: [
    ["--dark"], ["--actuator", "coin-lra-175"], ["--monitor", "small-speaker"],
    ["--from", "0.01", "--to", "0.04"],
    ["--title", "other"],
  ]) func `every plot option changes the picture`(option: [String]) throws {
    let svg = ["--format", "svg"]
    #expect(try draw(svg + option) != draw(svg))
  }

  @Test func `an empty pattern and extremely long ones can be drawn`() throws {
    for text in [
      #"{"Version":1,"Pattern":[]}"#,
      #"{"Version":1,"Pattern":[{"Event":{"Time":1e300,"EventType":"HapticTransient"}}]}"#,
      #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticContinuous","EventDuration":1e30}}]}"#,
    ] {
      let file = try folder.write(text, "odd.ahap")
      #expect(XMLParser(data: Data(try draw(["--format", "svg"], file: file))).parse())
    }
  }

  @Test func `thousands of overlapping events can be drawn`() throws {
    let events = (0..<1000).map { index in
      """
      {"Event":{"Time":\(Double(index) / 1000),"EventType":"HapticContinuous","EventDuration":0.2}},
      {"Event":{"Time":\(Double(index) / 1000),"EventType":"HapticTransient"}}
      """
    }
    let text = #"{"Version":1,"Pattern":[\#(events.joined(separator: ","))]}"#
    #expect(try size(Data(draw(file: folder.write(text, "many.ahap")))) == [320, 200])
  }

  @Test func `each failure has its own exit code and leaves an existing picture untouched`() async throws {
    let broken = try folder.write(SamplePattern.broken, "broken.ahap")
    let picture = try folder.write("old", "old.png")
    #expect(try await ThrumProcess.run(["plot", broken, "-o", picture]).code == 65)
    #expect(try await ThrumProcess.run(["plot", folder.path("none.ahap"), "-o", picture]).code == 66)
    #expect(try String(contentsOfFile: picture, encoding: .utf8) == "old")
    let unwritable = try await plot(["-o", folder.path("no/such/folder/x.png"), "--width", "320", "--height", "200"])
    #expect(unwritable.code == 74)
    #expect(unwritable.messages.contains("No such file or directory"))
    #expect(try await plot(["-o", folder.path("x.gif")]).code == 64)
    #expect(try await plot(["-o", folder.path("x.png"), "--from", "100"]).code == 64)
  }

  @Test(arguments: [["--from", "2", "--to", "1"], ["--actuator", "none"], ["--width", "1"], ["--height", "9000"]])
  func `invalid option values are usage errors`(option: [String]) {
    do {
      _ = try Plot.parse([sample, "-o", "x.png"] + option)
      Issue.record("accepted")
    } catch { #expect(Plot.exitCode(for: error).rawValue == 64) }
  }
}
