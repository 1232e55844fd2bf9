import Foundation
import TestSupport
import Testing
import ThrumAnswers
import ThrumFormats

@testable import ThrumStudio

/// The law of files, as the page without a server follows it too: `Tests/Tools/Page/folder-law.test.mjs` reads the same
/// table.
@Suite("Studio: law of files")
struct FolderLawTests {
  private struct Law: Decodable {
    struct LongName: Decodable {
      var unit: String
      var count: Int
      var isGood: Bool
      var path: String { String(repeating: unit, count: count) + "z.ahap" }
    }

    struct Known: Decodable {
      var text: String
      var revision: String
    }

    var endings: [String]
    var badPath: String
    var badSoundPath: String
    var goodNames: [String]
    var badNames: [String]
    var badSoundNames: [String]
    var longNames: [LongName]
    var revisions: [Known]
    var cases: [Case]
  }

  private struct Case: Decodable {
    struct Save: Decodable {
      var path: String
      var text: String
      var known: String?
    }

    struct Delete: Decodable {
      var path: String
      var known: String
    }

    struct Move: Decodable {
      var path: String
      var to: String
    }

    struct Read: Decodable {
      var path: String
      var text: String?
      var notes: [String]?
    }

    struct Sound: Decodable { var path: String }

    var name: String
    var files: [String: String]?
    /// Contents in hexadecimal.
    var bytes: [String: String]?
    var save: Save?
    var delete: Delete?
    var move: Move?
    var read: Read?
    var sound: Sound?
    var status: Int
    var code: String?
    var message: String?
    var revisionOf: String?
    var after: [String: String]?
  }

  private struct Answer: Decodable {
    struct Content: Decodable {
      var code: String
      var message: String
    }

    var error: Content?
    var revision: String?
    var text: String?
    var notes: [String]?
  }

  private let law: Law

  init() throws {
    let table = PackageFolder.root.appendingPathComponent("Tests/SharedCases/folder-law.json")
    law = try JSONDecoder().decode(Law.self, from: Data(contentsOf: table))
  }

  @Test func `the table has the endings and revisions of the library`() {
    #expect(law.endings == PatternFormat.named.flatMap { $0.endings })
    for known in law.revisions { #expect(Revision.of(Array(known.text.utf8)) == known.revision) }
  }

  // WEB-10
  @Test func `files are read and changed as in the page without a server`() throws {
    for one in law.cases {
      let rig = try StudioRig(isWritable: true, one.files ?? [:])
      for (path, hex) in one.bytes ?? [:] {
        try bytes(hex).write(to: URL(fileURLWithPath: rig.folder.path).appendingPathComponent(path))
      }
      let response = ask(rig, one)
      let answer = try JSONDecoder().decode(Answer.self, from: Data(response.body))
      #expect(response.status == one.status, "\(one.name): \(response.text)")
      #expect(answer.error?.code == one.code, "\(one.name)")
      if one.code != nil { #expect(answer.error?.message == one.message ?? law.badPath, "\(one.name)") }
      if let text = one.revisionOf { #expect(answer.revision == revision(text), "\(one.name)") }
      if let save = one.save, one.status == 200 { #expect(answer.revision == revision(save.text), "\(one.name)") }
      if let text = one.read?.text {
        #expect(answer.text == text, "\(one.name)")
        #expect(answer.notes == one.read?.notes, "\(one.name)")
      }
      if let after = one.after { #expect(try content(rig) == after, "\(one.name)") }
    }
  }

  // WEB-7
  @Test func `names are accepted as in the page without a server`() throws {
    for path in law.goodNames + law.longNames.filter(\.isGood).map(\.path) {
      let rig = try StudioRig(isWritable: true)
      #expect(rig.ask("PUT", target("file", path), json: ["text": "{}"]).status == 200, "\(path)")
      #expect(try content(rig).values.elementsEqual(["{}"]), "\(path)")
    }
  }

  // WEB-7
  @Test func `names are refused for every change, and for reading`() throws {
    for path in law.badNames + law.longNames.filter({ !$0.isGood }).map(\.path) {
      let rig = try StudioRig(isWritable: true, ["a.ahap": "text"])
      let answers = [
        rig.ask("PUT", target("file", path), json: ["text": "{}"]),
        rig.ask("POST", "/api/delete", json: ["path": path, "revision": revision("text")]),
        rig.ask("POST", "/api/move", json: ["path": "a.ahap", "to": path]),
        rig.ask("POST", "/api/move", json: ["path": path, "to": "b.ahap"]),
        rig.ask("GET", target("file", path)),
      ]
      for answer in answers { try expectBadPath(answer, law.badPath, path) }
      #expect(try content(rig) == ["a.ahap": "text"], "\(path)")
    }
    for path in law.badSoundNames {
      let rig = try StudioRig(isWritable: true)
      try expectBadPath(rig.ask("PUT", target("sound", path), json: ["data": sound]), law.badSoundPath, path)
      #expect(try content(rig).isEmpty, "\(path)")
    }
  }

  private func expectBadPath(_ response: HTTPResponse, _ message: String, _ path: String) throws {
    let answer = try JSONDecoder().decode(Answer.self, from: Data(response.body))
    #expect(response.status == 400 && answer.error?.code == "badPath", "\(path.debugDescription): \(response.text)")
    #expect(answer.error?.message == message, "\(path.debugDescription)")
  }

  private func ask(_ rig: StudioRig, _ one: Case) -> HTTPResponse {
    if let save = one.save {
      var json: [String: Any] = ["text": save.text]
      if let known = save.known { json["revision"] = revision(known) }
      return rig.ask("PUT", target("file", save.path), json: json)
    }
    if let delete = one.delete {
      return rig.ask("POST", "/api/delete", json: ["path": delete.path, "revision": revision(delete.known)])
    }
    if let move = one.move { return rig.ask("POST", "/api/move", json: ["path": move.path, "to": move.to]) }
    if let read = one.read { return rig.ask("GET", target("file", read.path)) }
    return rig.ask("PUT", target("sound", one.sound?.path ?? ""), json: ["data": sound])
  }

  private func target(_ route: String, _ path: String) -> String {
    "/api/\(route)?path=" + (path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
  }

  private func revision(_ text: String) -> String { Revision.of(Array(text.utf8)) }

  private var sound: String { Data(WAVBytes.tone(seconds: 1)).base64EncodedString() }

  private func bytes(_ hex: String) -> Data {
    let digits = Array(hex)
    return Data(stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) })
  }

  /// The files below the folder, hidden ones too.
  private func content(_ rig: StudioRig) throws -> [String: String] {
    var content: [String: String] = [:]
    for path in FileManager.default.enumerator(atPath: rig.folder.path) ?? .init() {
      guard let path = path as? String else { continue }
      content[path] = rig.content(path)
    }
    return content
  }
}
