import Foundation
import Testing

@testable import thrum

@Suite struct CompletionTests {
  @Test func `completion offers patterns and the folders that lead to them`() throws {
    let folder = try TemporaryFolder()
    for name in ["tap.ahap", "two.haptic", "notes.txt", ".hidden.ahap"] {
      try "{}".write(toFile: folder.path(name), atomically: false, encoding: .utf8)
    }
    try FileManager.default.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: false)
    try "{}".write(toFile: folder.path("sub/deep.ahap"), atomically: false, encoding: .utf8)
    let endings = [".ahap", ".haptic"]
    func offered(_ beginning: String) -> [String] {
      Completions.files(folder.path(beginning), endings).map { URL(fileURLWithPath: $0).lastPathComponent }
    }
    #expect(offered("t") == ["tap.ahap", "two.haptic"])
    #expect(Completions.files(folder.path("") + "/", endings).count == 3)
    // A single matching folder is expanded: a shell would add a space after it.
    #expect(offered("su") == ["deep.ahap"])
    #expect(offered("x").isEmpty)
  }

  @Test func `bash itself adds the slash after a folder`() {
    #expect(Completions.forShell(["sub/", "a.ahap", "/"], .bash) == ["sub", "a.ahap", "/"])
    #expect(Completions.forShell(["sub/"], .fish) == ["sub/"])
    #expect(Completions.forShell(["preset:pop", "sub/"], .zsh) == [#"preset\:pop"#, "sub/"])
  }

  @Test func `completion still offers a single folder without patterns`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("empty"), withIntermediateDirectories: false)
    #expect(Completions.files(folder.path("em"), [".ahap"]) == [folder.path("empty") + "/"])
  }

  @Test func `presets are completed even if the shell splits at the colon`() {
    let whole = Completions.presets(["thrum", "play", "preset:impact-l"], 2, "preset:impact-l")
    #expect(whole == ["preset:impact-light"])
    let parts = Completions.presets(["thrum", "play", "preset", ":", "impact-l"], 4, "impact-l")
    #expect(parts == ["impact-light"])
    #expect(Completions.presets(["thrum", "play", "preset", ":"], 3, ":")?.contains(":impact-light") == true)
    #expect(Completions.presets(["thrum", "play", "tap"], 2, "tap") == nil)
  }

  @Test func `preformatted help fits in 80 columns`() throws {
    for command in Thrum.configuration.subcommands + [Thrum.self] {
      for line in command.configuration.discussion.split(separator: "\n") where line.hasPrefix(" ") {
        #expect(line.count <= 80, "\(line)")
      }
    }
  }
}
