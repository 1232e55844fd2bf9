import Foundation
import Glibc
import TestSupport
import Testing
import ThrumAnswers

@testable import ThrumStudio

/// Concurrent saves: of several saves of one version, one succeeds.
@Suite("Studio: saves")
struct SaveTests {
  /// Saves eight texts at once. Returns the statuses and the saved text.
  private func race(_ services: [StudioRig], revision: String?) async -> (statuses: [Int], saved: [String]) {
    await withTaskGroup(of: (Int, String).self) { group in
      for number in 0..<8 {
        let rig = services[number % services.count]
        group.addTask {
          let text = "\(number) after \(revision ?? "nothing")"
          let json = revision.map { #"{"text":"\#(text)","revision":"\#($0)"}"# } ?? #"{"text":"\#(text)"}"#
          return (rig.ask("PUT", "/api/file?path=a.ahap", body: json).status, text)
        }
      }
      var (statuses, saved): ([Int], [String]) = ([], [])
      for await (status, text) in group {
        statuses.append(status)
        if status == 200 { saved.append(text) }
      }
      return (statuses.sorted(), saved)
    }
  }

  // WEB-10
  @Test func `one of eight simultaneous saves of the same version succeeds, and seven conflict`() async throws {
    let rig = try StudioRig(isWritable: true, ["a.ahap": tapText])
    var revision = Revision.of(Array(tapText.utf8))
    for _ in 0..<20 {
      let (statuses, saved) = await race([rig], revision: revision)
      #expect(statuses == [200] + Array(repeating: 409, count: 7))
      #expect(saved == [rig.content("a.ahap")])
      revision = Revision.of(Array((rig.content("a.ahap") ?? "").utf8))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: rig.folder.path) == ["a.ahap"])
  }

  // WEB-10
  @Test func `only one of eight simultaneous saves of a new file succeeds`() async throws {
    let rig = try StudioRig(isWritable: true)
    let (statuses, saved) = await race([rig], revision: nil)
    #expect(statuses == [200] + Array(repeating: 409, count: 7))
    #expect(saved == [rig.content("a.ahap")])
  }

  @Test func `when two studios on one folder save the same version of a file, only one save succeeds`() async throws {
    let first = try StudioRig(isWritable: true, ["a.ahap": tapText])
    let second = try StudioRig(isWritable: true, on: first.folder)
    var revision = Revision.of(Array(tapText.utf8))
    for _ in 0..<20 {
      let (statuses, saved) = await race([first, second], revision: revision)
      #expect(statuses[0] == 200 && statuses.dropFirst().allSatisfy { $0 == 409 || $0 == 503 }, "\(statuses)")
      #expect(saved == [first.content("a.ahap")])
      revision = Revision.of(Array((first.content("a.ahap") ?? "").utf8))
    }
  }

  @Test func `saving a file that has since been deleted fails and says what to do`() throws {
    let rig = try StudioRig(isWritable: true)
    let revision = Revision.of(Array(tapText.utf8))
    let refused = rig.ask("PUT", "/api/file?path=a.ahap", json: ["text": "{}", "revision": revision])
    #expect(refused.status == 404 && refused.text.contains("a.ahap no longer exists; save it as a new file"))
    #expect(rig.content("a.ahap") == nil)
    #expect(rig.ask("GET", "/api/file?path=a.ahap").text.contains("a.ahap does not exist"))
  }

  @Test func `a save fails immediately while another program holds the folder's lock`() throws {
    let rig = try StudioRig(isWritable: true, ["a.ahap": tapText])
    let folder = open(rig.folder.path, O_RDONLY | O_DIRECTORY)
    #expect(flock(folder, LOCK_EX) == 0)
    let revision = Revision.of(Array(tapText.utf8))
    let refused = rig.ask("PUT", "/api/file?path=a.ahap", json: ["text": "{}", "revision": revision])
    #expect(refused.status == 503 && refused.text.contains("\"busy\""))
    #expect(rig.content("a.ahap") == tapText)
    close(folder)
    #expect(rig.ask("PUT", "/api/file?path=a.ahap", json: ["text": "{}", "revision": revision]).status == 200)
  }

  @Test func `a save keeps the version that an editor puts in place meanwhile`() throws {
    let files = TemporaryFolder(["a.ahap": tapText])
    let changer = FolderChanger(try StudioFolder(files.path, isWritable: true))
    let path = try #require(FolderPath("a.ahap"))
    let saved = try changer.save(Array("{}".utf8), to: path, known: Revision.of(Array(tapText.utf8))) {
      try? "theirs".write(toFile: files.path + "/a.ahap", atomically: true, encoding: .utf8)
    }
    #expect(saved == .changed(Revision.of(Array("theirs".utf8))))
    #expect(files.content("a.ahap") == "theirs")
    #expect(try FileManager.default.contentsOfDirectory(atPath: files.path) == ["a.ahap"])
  }
}
