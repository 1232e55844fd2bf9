import Testing

@testable import ThrumPattern

/// Files that are no patterns are named for what they are.
@Suite struct ForeignContentTests {
  private static let contents: [(bytes: [UInt8], words: String, cure: String)] = [
    (Array("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n".utf8), "Git LFS", "git lfs pull"),
    (Array("\u{FEFF}\n<!DOCTYPE html>\n<html></html>".utf8), "HTML", "download"),
    (Array("<?xml version=\"1.0\"?>\n<!DOCTYPE plist>\n<plist version=\"1.0\"/>".utf8), "XML property list", "plutil"),
    (Array("bplist00".utf8) + [0xD1, 0x01], "binary property list", "plutil"),
    (Array("#EXTM3U\n#EXT-X-VERSION:6\n".utf8), "HLS", "names"),
    (Array("time,intensity\n0,1\n0.5,0.8\n".utf8), "CSV", "AHAP"),
    ([0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10], "JPEG", "itself"),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "PNG", "itself"),
    ([0x50, 0x4B, 0x03, 0x04, 0x14, 0x00], "ZIP", "Unpack"),
    ([0x1F, 0x8B, 0x08], "gzip", "Unpack"),
    (Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WAVE".utf8), "WAV", "thrum generate"),
    ([0, 0, 0, 0x18] + Array("ftypM4A ".utf8), "MPEG-4", "ffmpeg"),
    ([0x00, 0x05, 0x16, 0x07, 0x00, 0x02], "AppleDouble", "._"),
  ]

  @Test(arguments: contents.indices)
  func `what a file recognisably is stands in the error, with a cure`(index: Int) throws {
    let (bytes, words, cure) = ForeignContentTests.contents[index]
    let finding = try #require(AHAP.read(bytes, name: "a.ahap").diagnostics.first)
    #expect(finding.message.contains(words) && finding.remedy.contains(cure), "\(finding)")
  }

  @Test(arguments: [
    "{\"Version\": 1", "hello", "[1, 2, 3", "Time: 0\nIntensity: 1", "<vibration-effect/>", "a,b", "0.1\n0.2\n0.3",
  ])
  func `broken patterns and other texts are nothing foreign`(_ text: String) {
    #expect(ForeignContent(text.utf8) == nil)
  }

  @Test(arguments: ["“", "”", "„", "«", "‘"])
  func `a typographic quote is called one`(_ quote: String) throws {
    for text in ["{\(quote)Version\(quote): 1}", "{\"EventType\": \(quote)x\(quote)}"] {
      let finding = try #require(AHAP.read(Array(text.utf8), name: "a.ahap").diagnostics.first)
      #expect(finding.message == "`\(quote)` is a typographic quote" && finding.remedy.contains("smart quotes"))
    }
  }

  @Test(arguments: ["\u{A0}", "\u{202F}", "\u{200B}", "\u{3000}", "\u{2028}"])
  func `a space that is none in JSON is named instead of shown`(_ space: String) throws {
    for text in ["{\"Version\":\(space)1}", "{\(space)\"Version\": 1}", "{\"Version\"\(space): 1}"] {
      let finding = try #require(AHAP.read(Array(text.utf8), name: "a.ahap").diagnostics.first)
      #expect(finding.message.contains("U+00A0") == (space == "\u{A0}") && !finding.message.contains(space))
      #expect(finding.remedy.contains("ordinary space"))
    }
  }
}
