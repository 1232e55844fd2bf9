import Foundation
import TestSupport
import Testing
import ThrumEngine
import ThrumOutput
import ThrumPattern

/// Where the sounds of a pattern are looked for, and what is said of those that cannot be played.
@Suite struct SoundLookupTests {
  private static func pattern(_ sound: String) -> String {
    """
    {"Version": 1, "Pattern": [{"Event": {"Time": 0, "EventType": "AudioCustom", "EventWaveformPath": "\(sound)"}}]}
    """
  }

  private static let wave: [UInt8] =
    Array("RIFF".utf8) + [44, 0, 0, 0] + Array("WAVEfmt ".utf8)
    + [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0] + Array("data".utf8)
    + [8, 0, 0, 0, 0, 0, 1, 0, 2, 0, 3, 0]

  private func lint(_ path: String) async throws -> (code: Int32, text: String) {
    let result = try await ThrumProcess.run(["lint", path])
    return (result.code, String(decoding: result.output, as: UTF8.self))
  }

  @Test(arguments: [
    ("version https://git-lfs.github.com/spec/v1\n", "Git LFS", "git lfs pull"), ("", "it is empty", "WAV"),
    ("\u{FF}\u{FE} noise", "not a sound file", "WAV"), ("<html></html>", "an HTML page", "download"),
  ])
  func `a sound that the player would refuse is an error of lint`(_ content: String, _ words: String, _ cure: String)
    async throws
  {
    let folder = try TemporaryFolder()
    _ = try folder.write(content, "s.wav")
    let (code, text) = try await lint(folder.write(SoundLookupTests.pattern("s.wav"), "p.ahap"))
    #expect(code == 1 && text.contains("AHAP129") && text.contains(words) && text.contains(cure), "\(text)")
  }

  @Test(
    arguments: [
      ("s.wav", nil), ("./s.wav", nil), ("x/../s.wav", nil), ("../s.wav", "leaves the root"),
      ("S.WAV", "There is “s.wav”"),
      ("a%20b.wav", "There is “a b.wav”"), ("x\\\\s.wav", "`/` instead"), ("none.wav", "does not exist"),
    ] as [(String, String?)])
  func `a missing sound is explained by what there is`(_ path: String, _ words: String?) async throws {
    let folder = try TemporaryFolder()
    for name in ["s.wav", "a b.wav", "x/s.wav"] {
      let file = URL(fileURLWithPath: folder.path(name))
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(SoundLookupTests.wave).write(to: file)
    }
    let (_, text) = try await lint(folder.write(SoundLookupTests.pattern(path), "p.ahap"))
    #expect(text.contains("AHAP124") == (words != nil) && (words.map { text.contains($0) } ?? true), "\(text)")
  }

  // SOUND-12
  @Test func `a name in another normal form is found, as on a phone, and reported`() async throws {
    let folder = try TemporaryFolder()
    try Data(SoundLookupTests.wave).write(to: URL(fileURLWithPath: folder.path("Cafe\u{301}.wav")))
    let path = try folder.write(SoundLookupTests.pattern("Caf\u{E9}.wav"), "p.ahap")
    let (code, text) = try await lint(path)
    #expect(code == 0 && text.contains("AHAP130") && text.contains("normal form"), "\(text)")
    let info = try await ThrumProcess.run(["info", path])
    #expect(!String(decoding: info.output, as: UTF8.self).contains("missing"))
    #expect(AHAP.soundFile("Caf\u{E9}.wav", near: folder.path("")) != nil)
  }
}
