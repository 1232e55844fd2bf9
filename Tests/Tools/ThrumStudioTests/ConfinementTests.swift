import Foundation
import Glibc
import TestSupport
import Testing
import ThrumAnswers

@testable import ThrumStudio

/// Attempts to leave the folder, and files in it that must not be lost.
@Suite("Studio: confinement")
struct ConfinementTests {
  private func outside() throws -> (rig: StudioRig, secret: TemporaryFolder) {
    let secret = TemporaryFolder(["secret.ahap": tapText, "secret.wav": "RIFF"])
    let rig = try StudioRig(isWritable: true, ["a.ahap": tapText, "sub/b.ahap": tapText, "notes.txt": "private"])
    symlink(secret.path + "/secret.ahap", rig.folder.path + "/link.ahap")
    symlink(secret.path, rig.folder.path + "/linked")
    symlink(rig.folder.path + "/a.ahap", rig.folder.path + "/inner.ahap")
    mkfifo(rig.folder.path + "/pipe.ahap", 0o600)
    try tapText.write(toFile: rig.folder.path + "/.hidden.ahap", atomically: false, encoding: .utf8)
    return (rig, secret)
  }

  private static let escapes = [
    "../secret.ahap", "..%2Fsecret.ahap", "%2e%2e/secret.ahap", "sub/../../x.ahap", "sub/../a.ahap", "/etc/passwd",
    "//etc/passwd", "./a.ahap", "sub//b.ahap", "a.ahap%00.ahap", "a%00/../x.ahap", "..%5csecret.ahap", "sub%5cb.ahap",
    ".hidden.ahap", "link.ahap", "inner.ahap", "linked/secret.ahap", "pipe.ahap", "notes.txt", "sub", "", "%",
    "a.ahap/",
    "library:../page/index.html", "preset:../x", "%ff%fe.ahap", "%0a.ahap",
  ]

  // WEB-7
  @Test(arguments: escapes)
  func `nothing outside the folder is read`(_ path: String) throws {
    let (rig, secret) = try outside()
    let answer = rig.ask("GET", "/api/file?path=" + path)
    #expect([400, 404].contains(answer.status), "\(path): \(answer.status)")
    withExtendedLifetime(secret) {}
  }

  // WEB-7
  @Test(arguments: escapes)
  func `nothing outside the folder is written`(_ path: String) throws {
    let (rig, secret) = try outside()
    let answer = rig.ask("PUT", "/api/file?path=" + path, body: #"{"text":"{}","revision":null}"#)
    #expect([400, 403, 404, 409].contains(answer.status), "\(path): \(answer.status)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: secret.path).sorted() == ["secret.ahap", "secret.wav"])
    #expect(try String(contentsOfFile: secret.path + "/secret.ahap", encoding: .utf8) == tapText)
    #expect(rig.content("a.ahap") == tapText)
  }

  // WEB-7
  @Test func `a slash separates names even next to combining characters`() throws {
    // Swift treats these as one character: a number mark with what follows it, a letter with its accent.
    let path = try #require(FolderPath("a\u{605}/b/\u{301}c"))
    #expect(path.names.map { Array($0.utf8) } == ["a\u{605}", "b", "\u{301}c"].map { Array($0.utf8) })
    #expect(FolderPath("a\u{605}/../b") == nil)
    #expect(FolderPath(".\u{301}hidden.ahap") == nil)
  }

  // WEB-7
  @Test func `links, pipes, hidden files and files of other kinds are not listed`() throws {
    let (rig, secret) = try outside()
    let text = rig.ask("GET", "/api/files").text
    for name in ["link", "inner", "pipe", "hidden", "notes", "secret"] { #expect(!text.contains("\"\(name)")) }
    #expect(text.contains("\"a.ahap\"") && text.contains("\"sub/b.ahap\""))
    withExtendedLifetime(secret) {}
  }

  // WEB-7
  @Test(arguments: ["/SECRET", "../../NAME/secret.wav", "linked/secret.wav", "SECRET"])
  func `sounds are found only inside the folder`(_ form: String) throws {
    let (rig, secret) = try outside()
    let path = form.replacingOccurrences(of: "/SECRET", with: secret.path + "/secret.wav")
      .replacingOccurrences(of: "SECRET", with: "secret.wav")
      .replacingOccurrences(of: "NAME", with: (secret.path as NSString).lastPathComponent)
    #expect(
      try StudioSounds(folder: StudioFolder(rig.folder.path, isWritable: false), pattern: "sub/b.ahap").path(path)
        == nil)
    #expect(try StudioSounds(folder: StudioFolder(rig.folder.path, isWritable: false), pattern: "").path(path) == nil)
  }

  // WEB-7
  @Test func `a sound is found in the pattern's folder and its parent folders`() throws {
    let rig = try StudioRig(["deep/sub/b.ahap": tapText, "deep/bell.wav": "RIFF"])
    let folder = try StudioFolder(rig.folder.path, isWritable: false)
    #expect(StudioSounds(folder: folder, pattern: "deep/sub/b.ahap").path("bell.wav") != nil)
    #expect(StudioSounds(folder: folder, pattern: "a.ahap").path("bell.wav") == nil)
  }

  // WEB-10
  @Test func `files are saved only with --write`() throws {
    let rig = try StudioRig(["a.ahap": tapText])
    let revision = Revision.of(Array(tapText.utf8))
    let answer = rig.ask("PUT", "/api/file?path=a.ahap", json: ["text": "{}", "revision": revision])
    #expect(answer.status == 403 && answer.text.contains("--write"))
    #expect(rig.content("a.ahap") == tapText)
  }

  // WEB-10
  @Test func `a changed or existing file is not overwritten`() throws {
    let rig = try StudioRig(isWritable: true, ["a.ahap": tapText])
    let old = Revision.of(Array("old".utf8))
    #expect(rig.ask("PUT", "/api/file?path=a.ahap", json: ["text": "{}", "revision": old]).status == 409)
    #expect(rig.ask("PUT", "/api/file?path=a.ahap", json: ["text": "{}"]).status == 409)
    #expect(rig.content("a.ahap") == tapText)
    let known = Revision.of(Array(tapText.utf8))
    #expect(rig.ask("PUT", "/api/file?path=a.ahap", json: ["text": "{ }", "revision": known]).status == 200)
    #expect(rig.content("a.ahap") == "{ }")
    #expect(rig.ask("PUT", "/api/file?path=gone.ahap", json: ["text": "{}", "revision": known]).status == 404)
    #expect(rig.ask("PUT", "/api/file?path=sub/gone.ahap", json: ["text": "{}", "revision": known]).status == 404)
    #expect(rig.ask("PUT", "/api/file?path=new.ahap", json: ["text": "{}"]).status == 200)
    #expect(try FileManager.default.contentsOfDirectory(atPath: rig.folder.path).sorted() == ["a.ahap", "new.ahap"])
    #expect(rig.ask("PUT", "/api/file?path=sub/deep/new.ahap", json: ["text": "{}"]).status == 200)
    #expect(rig.content("sub/deep/new.ahap") == "{}")
  }

  // WEB-10
  @Test func `a file is moved only to a free name, and deleted only if its revision matches`() throws {
    let rig = try StudioRig(isWritable: true, ["a.ahap": tapText, "b.ahap": "{}"])
    #expect(rig.ask("POST", "/api/move", json: ["path": "a.ahap", "to": "b.ahap"]).status == 409)
    #expect(rig.ask("POST", "/api/move", json: ["path": "a.ahap", "to": "../b.ahap"]).status == 400)
    #expect(rig.ask("POST", "/api/move", json: ["path": "a.ahap", "to": "a.txt"]).status == 400)
    #expect(rig.ask("POST", "/api/move", json: ["path": "gone.ahap", "to": "c.ahap"]).status == 404)
    #expect(rig.ask("POST", "/api/move", json: ["path": "a.ahap", "to": "sub/c.ahap"]).status == 200)
    #expect(rig.content("sub/c.ahap") == tapText && rig.content("a.ahap") == nil)
    let (old, known) = (Revision.of(Array("old".utf8)), Revision.of(Array("{}".utf8)))
    #expect(rig.ask("POST", "/api/delete", json: ["path": "b.ahap", "revision": old]).status == 409)
    #expect(rig.content("b.ahap") == "{}")
    #expect(rig.ask("POST", "/api/delete", json: ["path": "b.ahap", "revision": known]).status == 200)
    #expect(rig.content("b.ahap") == nil)
    let reading = try StudioRig(["a.ahap": tapText])
    for (path, body) in [
      ("move", ["path": "a.ahap", "to": "b.ahap"]), ("delete", ["path": "a.ahap", "revision": known]),
    ] {
      #expect(reading.ask("POST", "/api/\(path)", json: body).status == 403)
    }
    #expect(reading.ask("PUT", "/api/sound?path=a.wav", json: ["data": ""]).status == 403)
  }

  @Test func `a sound is accepted without decoding more than its first block`() throws {
    let sound = try UploadedSound(WAVBytes.tone(seconds: 10))
    #expect(try sound.check().position <= 8192)
    #expect(throws: UploadedSound.Problem.self) { try UploadedSound([1, 2, 3]).check() }
  }

  @Test func `an uploaded sound in a format that cannot be read is named with the remedy`() throws {
    let film = Array("\0\0\0\u{20}ftypisom".utf8) + [UInt8](repeating: 0, count: 100)
    let cause =
      "it is an MPEG-4 file (.mp4 or .m4a), which cannot be read here: `ffmpeg -i SOUND sound.wav` converts it"
    #expect(throws: UploadedSound.Problem.unreadable(cause)) { try UploadedSound(film).check() }
  }

  // WEB-10
  @Test func `only sounds can be uploaded, and never over another file`() throws {
    let rig = try StudioRig(isWritable: true, ["a.ahap": tapText])
    let sound = Data(try #require(StudioLibrary.file("library/Sounds/bell.wav"))).base64EncodedString()
    #expect(rig.ask("PUT", "/api/sound?path=x.wav", json: ["data": "AAAA"]).status == 422)
    #expect(rig.ask("PUT", "/api/sound?path=../x.wav", json: ["data": sound]).status == 400)
    for name in ["a.ahap", "a.haptic", "a.html", "Makefile", "a.wav.desktop", "wav"] {
      #expect(rig.ask("PUT", "/api/sound?path=\(name)", json: ["data": sound]).status == 400)
    }
    #expect(rig.ask("PUT", "/api/sound?path=x.wav", json: ["data": sound]).status == 200)
    #expect(rig.ask("PUT", "/api/sound?path=x.wav", json: ["data": sound]).status == 200)
    let whole = try #require(StudioLibrary.file("library/Sounds/bell.wav"))
    let other = Data(whole.dropLast(2)).base64EncodedString()
    #expect(rig.ask("PUT", "/api/sound?path=x.wav", json: ["data": other]).status == 409)
    #expect(try Array(Data(contentsOf: URL(fileURLWithPath: rig.folder.path + "/x.wav"))) == whole)
  }

  // WEB-10
  @Test func `saving keeps the file's permissions`() throws {
    let rig = try StudioRig(isWritable: true, ["a.ahap": tapText])
    chmod(rig.folder.path + "/a.ahap", 0o600)
    let known = Revision.of(Array(tapText.utf8))
    #expect(rig.ask("PUT", "/api/file?path=a.ahap", json: ["text": "{}", "revision": known]).status == 200)
    var status = stat()
    #expect(stat(rig.folder.path + "/a.ahap", &status) == 0 && status.st_mode & 0o777 == 0o600)
  }
}
