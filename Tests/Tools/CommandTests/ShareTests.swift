import Foundation
import TestSupport
import Testing

@testable import ThrumOutput
@testable import thrum

/// `thrum share`. `test_share.py` opens its pages in a browser.
@Suite struct ShareTests {
  private static let tap = """
    {"Version": 1, "Metadata": {"Description": "<b>&"}, "Pattern": [
      {"Event": {"Time": 0, "EventType": "HapticTransient", "EventParameters": []}}]}
    """

  private func hex(_ text: String) -> String {
    SHA256.hash(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test func `SHA-256 matches the published test values`() {
    #expect(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  }

  @Test func `FLAC preserves every 16-bit sample`() throws {
    var numbers = SplitMix64(seed: 5)
    let samples = (0..<20_000).map { _ in Float(numbers.number(-1.1...1.1)) }
    let flac = try FLACSound.encoded(samples, channels: 2, sampleRate: 16_000)
    let folder = try TemporaryFolder()
    let path = folder.path("a.flac")
    try Data(flac).write(to: URL(fileURLWithPath: path))
    let memory = try SoundFileReader().read(path: path)
    #expect(memory.frames == 10_000 && flac.starts(with: Array("fLaC".utf8)))
  }

  @Test func `the same pattern always produces the same page, which contains its file`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(ShareTests.tap, "tap.ahap")
    let one = try await ThrumProcess.run(["share", file, "-o", "-"])
    let other = try await ThrumProcess.run(["share", file, "-o", "-"])
    #expect(one.code == 0 && one.output == other.output)
    let text = String(decoding: one.output, as: UTF8.self)
    #expect(text.contains(Data(ShareTests.tap.utf8).base64EncodedString()))
    #expect(text.contains("&lt;b&gt;&amp;") && !text.contains("<b>&"))
    #expect(text.contains("vibrating: on erm-coin, the felt level differs by "))
    #expect(one.messages.contains("tap.ahap, vibrating in a browser: on erm-coin, the felt level differs by "))
  }

  @Test(arguments: [
    ("tap.ahap", "tap.ahap"), ("a/b.ahap", "a_b.ahap"), ("..", "pattern.ahap"), (".hidden.haptic", "hidden.ahap"),
    ("con\u{202E}.ahap", "con_.ahap"), ("später 2.ahap", "später 2.ahap"),
  ])
  func `the downloaded file's name is accepted by every system`(name: String, expected: String) {
    #expect(SharePage.fileName(name) == expected)
  }

  @Test func `unreadable patterns and too many patterns are rejected`() async throws {
    let folder = try TemporaryFolder()
    let bad = try folder.write("{", "bad.ahap")
    let result = try await ThrumProcess.run(["share", bad, "-o", folder.path("page.html")])
    #expect(result.code == 65 && !FileManager.default.fileExists(atPath: folder.path("page.html")))
    let many = Array(repeating: bad, count: 9)
    #expect(try await ThrumProcess.run(["share"] + many + ["-o", folder.path("page.html")]).code == 64)
  }
}
