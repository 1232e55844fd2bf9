import CPage
import Foundation
import Glibc
import TestSupport
import Testing
import ThrumAnswers
import ThrumSystem

@testable import ThrumStudio

/// Saving, renaming and deleting next to editors and killed studios, on file systems of different abilities.
@Suite("Studio: file changes")
struct FolderChangerTests {
  /// Abilities of ext4 and tmpfs, vfat, some network shares, exFAT.
  private static let abilities: [FileNames.Abilities] = [.all, .freeName, .links, []]

  private let files = TemporaryFolder(["a.ahap": tapText])
  private let revision = Revision.of(Array(tapText.utf8))

  private func changer(_ abilities: FileNames.Abilities = .all) throws -> FolderChanger {
    FolderChanger(try StudioFolder(files.path, isWritable: true), abilities: abilities)
  }

  private func path(_ text: String = "a.ahap") throws -> FolderPath { try #require(FolderPath(text)) }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: files.path).sorted() }
  }

  /// Acts as an editor that writes a new file and renames it into place.
  private func replaceByRenaming(_ text: String) {
    try? text.write(toFile: files.path + "/a.ahap", atomically: true, encoding: .utf8)
  }

  // MARK: Saving

  @Test(arguments: abilities)
  func `a save replaces the edited version and leaves no other file`(_ abilities: FileNames.Abilities) throws {
    let saved = try changer(abilities).save(Array("{}".utf8), to: path(), known: revision)
    #expect(saved == .done(Revision.of(Array("{}".utf8))))
    #expect(files.content("a.ahap") == "{}")
    #expect(try names == ["a.ahap"])
  }

  @Test(arguments: abilities)
  func `a new file is saved only under a free name`(_ abilities: FileNames.Abilities) throws {
    let changer = try changer(abilities)
    #expect(
      try changer.save(Array("new".utf8), to: path("b.ahap"), known: nil) == .done(Revision.of(Array("new".utf8))))
    #expect(files.content("b.ahap") == "new")
    #expect(
      try changer.save(Array("newer".utf8), to: path("b.ahap"), known: nil) == .changed(Revision.of(Array("new".utf8))))
    let saved = try changer.save(Array("mine".utf8), to: path("c.ahap"), known: nil) {
      try? "theirs".write(toFile: files.path + "/c.ahap", atomically: false, encoding: .utf8)
    }
    #expect(saved == .changed(Revision.of(Array("theirs".utf8))))
    #expect(files.content("c.ahap") == "theirs")
    #expect(try names == ["a.ahap", "b.ahap", "c.ahap"])
  }

  @Test(arguments: abilities)
  func `a file that an editor renames into place during a save is kept`(_ abilities: FileNames.Abilities) throws {
    let saved = try changer(abilities).save(Array("{}".utf8), to: path(), known: revision) {
      replaceByRenaming("theirs")
    }
    #expect(saved == .changed(Revision.of(Array("theirs".utf8))))
    #expect(files.content("a.ahap") == "theirs")
    #expect(try names == ["a.ahap"])
  }

  @Test(arguments: abilities)
  func `a file that a program is writing during a save is kept under another name`(
    _ abilities: FileNames.Abilities
  ) throws {
    let editor = open(files.path + "/a.ahap", O_WRONLY)
    #expect(editor >= 0)
    let saved = try changer(abilities).save(Array("{}".utf8), to: path(), known: revision)
    #expect(saved == .done(Revision.of(Array("{}".utf8)), kept: "a (kept).ahap"))
    #expect(write(editor, "theirs", 6) == 6)
    close(editor)
    #expect(files.content("a.ahap") == "{}")
    #expect(files.content("a (kept).ahap")?.hasPrefix("theirs") == true)
    #expect(try names == ["a (kept).ahap", "a.ahap"])
  }

  @Test func `a file written after it was compared for a save is kept`() throws {
    let saved = try changer().save(Array("{}".utf8), to: path(), known: revision) {
      try? "theirs".write(toFile: files.path + "/a.ahap", atomically: false, encoding: .utf8)
    }
    #expect(saved == .changed(Revision.of(Array("theirs".utf8))))
    #expect(files.content("a.ahap") == "theirs")
    #expect(try names == ["a.ahap"])
  }

  @Test func `a save keeps the file's permissions under any umask`() throws {
    let place = files.path + "/a.ahap"
    // Permissions wider than any usual umask allows.
    #expect(chmod(place, 0o666) == 0)
    _ = try changer().save(Array("{}".utf8), to: path(), known: revision)
    var status = stat()
    #expect(stat(place, &status) == 0 && status.st_mode & 0o777 == 0o666)
  }

  // MARK: Deleting and renaming

  // WEB-10
  @Test(arguments: abilities)
  func `a file saved after it was compared for a deletion is not deleted`(_ abilities: FileNames.Abilities) throws {
    let removed = try changer(abilities).remove(path(), known: revision) { replaceByRenaming("theirs") }
    #expect(removed == .changed(Revision.of(Array("theirs".utf8))))
    #expect(files.content("a.ahap") == "theirs")
    #expect(try names == ["a.ahap"])
  }

  @Test func `a file that a program is writing to is not deleted`() throws {
    let editor = open(files.path + "/a.ahap", O_WRONLY)
    #expect(throws: FolderError.self) { try changer().remove(path(), known: revision) }
    close(editor)
    #expect(files.content("a.ahap") == tapText)
    #expect(try changer().remove(path(), known: revision) == .done(revision))
    #expect(try names == [])
  }

  @Test(arguments: [FileNames.Abilities.all, .freeName, .links, []])
  func `a file is renamed only to a free name`(_ abilities: FileNames.Abilities) throws {
    let changer = try changer(abilities)
    #expect(try changer.move(path(), to: path("sub/b.ahap")))
    #expect(files.content("sub/b.ahap") == tapText)
    try "theirs".write(toFile: files.path + "/a.ahap", atomically: false, encoding: .utf8)
    #expect(try !changer.move(path(), to: path("sub/b.ahap")))
    #expect(files.content("a.ahap") == "theirs" && files.content("sub/b.ahap") == tapText)
  }

  @Test(arguments: ["save", "remove", "move"])
  func `nothing can be changed while another studio holds the folder's lock`(_ change: String) throws {
    let other = open(files.path, O_RDONLY | O_DIRECTORY)
    #expect(flock(other, LOCK_EX) == 0)
    #expect {
      switch change {
      case "save": _ = try changer().save([], to: path(), known: revision)
      case "remove": _ = try changer().remove(path(), known: revision)
      default: _ = try changer().move(path(), to: path("b.ahap"))
      }
    } throws: { ($0 as? FolderError)?.number == EBUSY }
    close(other)
    #expect(files.content("a.ahap") == tapText)
    #expect(try names == ["a.ahap"])
  }

  // MARK: Leftovers of killed studios

  @Test func `a save cleans up after a killed save and recovers the displaced file`() throws {
    try "half".write(toFile: files.path + "/.17.saving", atomically: false, encoding: .utf8)
    try "theirs".write(toFile: files.path + "/.18.b.ahap.replaced", atomically: false, encoding: .utf8)
    try "not ours".write(toFile: files.path + "/.notes.saving", atomically: false, encoding: .utf8)
    _ = try changer().save(Array("{}".utf8), to: path(), known: revision)
    #expect(try names == [".notes.saving", "a.ahap", "b (kept).ahap"])
    #expect(files.content("b (kept).ahap") == "theirs")
  }

  @Test func `the name of a kept version is at most 255 bytes long, including its extension`() {
    #expect(DisplacedFile.keptName("tap.ahap", 1) == "tap (kept).ahap")
    #expect(DisplacedFile.keptName("tap", 2) == "tap (kept 2)")
    let long = DisplacedFile.keptName(String(repeating: "ü", count: 125) + ".ahap", 1)
    #expect(long.utf8.count <= 255 && long.hasSuffix(" (kept).ahap"))
  }
}
