import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import ThrumStudio

/// Changes in the folder as reported to pages. The system reports them within the call that makes them, so no test
/// waits.
@Suite("Studio: watching the folder")
struct FolderWatchTests {
  private let files = TemporaryFolder(["a.ahap": tapText, "sub/b.ahap": tapText])
  private let time = Clock()

  /// A manual monotonic clock, s.
  private final class Clock: Sendable {
    private let seconds = Mutex(100.0)
    var now: Double { seconds.withLock { $0 } }
    func advance(by more: Double) { seconds.withLock { $0 += more } }
  }

  private func watch(hasReports: Bool = true, only: String? = nil) throws -> FolderWatch {
    let folder = try StudioFolder(files.path, isWritable: true, only: only)
    return FolderWatch(folder, hasReports: hasReports) { [time] in time.now }
  }

  private func write(_ name: String, _ text: String) throws {
    try text.write(toFile: files.path + "/" + name, atomically: false, encoding: .utf8)
  }

  @Test func `changed, new and deleted files are reported to a page`() throws {
    let watch = try watch()
    let page = watch.subscribe()
    #expect(watch.changes(for: page) == [])
    try write("sub/b.ahap", "{}")
    #expect(watch.changes(for: page) == ["sub/b.ahap"])
    try write("c.ahap", "{}")
    #expect(watch.changes(for: page) == [nil])
    unlink(files.path + "/c.ahap")
    #expect(watch.changes(for: page) == [nil])
    try "{ }".write(toFile: files.path + "/a.ahap", atomically: true, encoding: .utf8)
    #expect(watch.changes(for: page) == ["a.ahap"])
    #expect(watch.changes(for: page) == [])
  }

  @Test func `files that are not patterns are not reported`() throws {
    let watch = try watch()
    let page = watch.subscribe()
    try write("notes.txt", "text")
    try write(".hidden.ahap", "{}")
    #expect(watch.changes(for: page) == [])
  }

  @Test func `new folders are watched`() throws {
    let watch = try watch()
    let page = watch.subscribe()
    mkdir(files.path + "/new", 0o755)
    try write("new/d.ahap", "{}")
    time.advance(by: 1)
    #expect(watch.changes(for: page) == [nil])
    try write("new/d.ahap", "{ }")
    #expect(watch.changes(for: page) == ["new/d.ahap"])
  }

  @Test func `every open page receives each change`() throws {
    let watch = try watch()
    let (one, other) = (watch.subscribe(), watch.subscribe())
    try write("a.ahap", "{}")
    #expect(watch.changes(for: one) == ["a.ahap"])
    #expect(watch.changes(for: other) == ["a.ahap"])
    #expect(watch.changes(for: one) == [])
  }

  @Test func `a folder without change notifications is listed every two seconds`() throws {
    let watch = try watch(hasReports: false)
    let page = watch.subscribe()
    #expect(watch.isPolling)
    try write("a.ahap", "{}")
    time.advance(by: 1.9)
    #expect(watch.changes(for: page) == [])
    time.advance(by: 0.2)
    #expect(watch.changes(for: page) == ["a.ahap"])
  }

  @Test func `an idle folder is not listed again`() throws {
    let folder = try StudioFolder(files.path, isWritable: true)
    let watch = FolderWatch(folder) { [time] in time.now }
    let page = watch.subscribe()
    // A listing would notice this, but the system reports no change.
    var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
    utimensat(AT_FDCWD, files.path + "/a.ahap", &times, 0)
    for _ in 0..<100 {
      time.advance(by: 60)
      #expect(watch.changes(for: page) == [])
    }
  }

  @Test func `a listing ends at its entry limit, whatever the entries are`() throws {
    let many = TemporaryFolder([:])
    for number in 0..<200 { mkdir(many.path + "/\(number)", 0o755) }
    let folder = try StudioFolder(many.path, isWritable: false)
    #expect(!FolderListing(folder).isCut)
    #expect(FolderListing(folder, entryLimit: 150).isCut)
  }

  @Test func `a pattern opened on its own is listed without a search of its folder`() throws {
    let folder = try StudioFolder(files.path, isWritable: true, only: "a.ahap")
    try write("z.ahap", tapText)
    #expect(FolderListing(folder, entryLimit: 0).files.map(\.path) == ["a.ahap"])
    folder.show(try #require(FolderPath("z.ahap")))
    #expect(FolderListing(folder, entryLimit: 0).files.map(\.path) == ["a.ahap", "z.ahap"])
    let watch = FolderWatch(folder) { [time] in time.now }
    let page = watch.subscribe()
    try write("a.ahap", "{}")
    try write("other.ahap", "{}")
    #expect(watch.changes(for: page) == ["a.ahap"])
  }
}
