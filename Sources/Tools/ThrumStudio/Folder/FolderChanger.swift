import CPage
import Glibc
import Synchronization
import ThrumAnswers
import ThrumSystem

/// Saves, renames and deletes files without losing a version that the page has not seen.
///
/// Serialises this process's changes and locks out other studios. A version saved by another program gets its name back
/// or is kept under a new one; see `Docs/StudioProtocol.md`.
final class FolderChanger: Sendable {
  /// `kept` is the new path of another program's version.
  enum Outcome: Equatable {
    case done(String, kept: String? = nil)
    case changed(String, kept: String? = nil)
  }

  private let folder: StudioFolder
  private let names: FolderNames
  /// The folders (device and inode) already cleared of a killed studio's files.
  private let changing = Mutex<Set<[UInt]>>([])

  init(_ folder: StudioFolder, abilities: FileNames.Abilities = .all) {
    self.folder = folder
    names = FolderNames(abilities)
  }

  /// Saves the whole file or nothing, replacing only the version `known`. `nil` means that the file must not exist.
  func save(
    _ bytes: [UInt8], to path: FolderPath, known: String?, meanwhile: () -> Void = {}
  ) throws(FolderError) -> Outcome {
    do throws(FolderError) {
      return try save(bytes, inParentOf: path, known, meanwhile)
    } catch {
      guard error.number == ENOENT, known != nil else { throw error }
      throw FolderError(number: ENOENT, message: "no longer exists; save it as a new file")
    }
  }

  private func save(
    _ bytes: [UInt8], inParentOf path: FolderPath, _ known: String?, _ meanwhile: () -> Void
  ) throws(FolderError) -> Outcome {
    try changing(in: [(path, known == nil)]) { parents throws(FolderError) in
      let parent = parents[0]
      let old = try present(path.last, in: parent)
      if let old, old.revision != known { return .changed(old.revision) }
      if old == nil, known != nil { throw FolderError(number: ENOENT) }
      let temporary = try written(bytes, over: old?.mode, in: parent)
      defer { unlinkat(parent, temporary, 0) }
      meanwhile()
      let revision = Revision.of(bytes)
      let outcome =
        if let known {
          try replace(path, with: temporary, revision, seen: known, in: parent)
        } else {
          try create(path, from: temporary, revision, in: parent)
        }
      fsync(parent)
      folder.show(path)
      return outcome
    }
  }

  /// Saves the whole file or nothing, whatever version is there. Keeps that version under a new name, unless its
  /// revision is among `own`.
  func put(_ bytes: [UInt8], to path: FolderPath, own: Set<String>) throws(FolderError) -> Outcome {
    try changing(in: [(path, false)]) { parents throws(FolderError) in
      let parent = parents[0]
      let revision = Revision.of(bytes)
      let old = try present(path.last, in: parent)
      if old?.revision == revision { return .done(revision) }
      let temporary = try written(bytes, over: old?.mode, in: parent)
      defer { unlinkat(parent, temporary, 0) }
      let outcome: Outcome
      if let old {
        outcome = try replace(
          path, with: temporary, revision, seen: own.contains(old.revision) ? old.revision : nil, in: parent)
      } else {
        outcome = try create(path, from: temporary, revision, in: parent)
      }
      fsync(parent)
      folder.show(path)
      return outcome
    }
  }

  func remove(_ path: FolderPath, known: String, meanwhile: () -> Void = {}) throws(FolderError) -> Outcome {
    try changing(in: [(path, false)]) { parents throws(FolderError) in
      let parent = parents[0]
      guard let old = try present(path.last, in: parent) else { throw FolderError(number: ENOENT) }
      guard old.revision == known else { return .changed(old.revision) }
      meanwhile()
      let displaced = try displace(path.last, in: parent)
      let verdict = displaced.verdict(seen: known)
      if verdict == .seen {
        displaced.discard()
        fsync(parent)
        return .done(known)
      }
      let kept = try displaced.putBack() ? nil : try displaced.keepBeside()
      guard case .changed(let revision) = verdict else {
        throw FolderError(number: EBUSY, message: "another program is writing to it; it was not deleted")
      }
      return .changed(revision, kept: kept.map(path.sibling))
    }
  }

  /// Creates missing folders. Returns `false` if the name is taken.
  func move(_ path: FolderPath, to other: FolderPath) throws(FolderError) -> Bool {
    try changing(in: [(path, false), (other, true)]) { parents throws(FolderError) in
      close(try StudioFolder.openFile(path.last, in: parents[0], path.text))
      guard try names.move(path.last, in: parents[0], to: other.last, in: parents[1]) else { return false }
      fsync(parents[1])
      fsync(parents[0])
      folder.show(other)
      return true
    }
  }

  // MARK: Steps

  private func changing<Result: Sendable>(
    in places: [(path: FolderPath, makesFolders: Bool)], _ body: ([Int32]) throws(FolderError) -> Result
  ) throws(FolderError) -> Result {
    try changing.withLock { cleared throws(FolderError) in
      var parents: [Int32] = []
      do throws(FolderError) {
        for place in places { parents.append(try folder.openParent(place.path, creating: place.makesFolders)) }
      } catch {
        for parent in parents { close(parent) }
        throw error
      }
      return try FolderLock.hold(parents) { isComplete throws(FolderError) in
        if isComplete { for parent in parents { clear(parent, &cleared) } }
        return try body(parents)
      }
    }
  }

  private func clear(_ parent: Int32, _ cleared: inout Set<[UInt]>) {
    var status = stat()
    guard fstat(parent, &status) == 0, cleared.insert([UInt(status.st_dev), UInt(status.st_ino)]).inserted else {
      return
    }
    HiddenName.clear(parent, names)
  }

  /// Returns the name of a new hidden file.
  private func written(_ bytes: [UInt8], over mode: mode_t?, in parent: Int32) throws(FolderError) -> String {
    let temporary = HiddenName.forNewVersion()
    try names.write(bytes, to: temporary, in: parent, mode: mode)
    return temporary
  }

  private func create(
    _ path: FolderPath, from temporary: String, _ revision: String, in parent: Int32
  ) throws(FolderError) -> Outcome {
    if try names.move(temporary, in: parent, to: path.last, in: parent) { return .done(revision) }
    return .changed(try present(path.last, in: parent)?.revision ?? "")
  }

  /// Without a known version, whatever is there is kept.
  private func replace(
    _ path: FolderPath, with temporary: String, _ revision: String, seen known: String?, in parent: Int32
  ) throws(FolderError) -> Outcome {
    let hidden = HiddenName.forDisplaced(path.last)
    guard renameat(parent, temporary, parent, hidden) == 0 else { throw FolderError() }
    let displaced = DisplacedFile(parent: parent, name: path.last, hidden: hidden, names: names)
    let isExchanged: Bool
    do throws(FolderError) { isExchanged = try exchange(displaced) } catch {
      // The hidden file is still the new version.
      displaced.discard()
      throw error
    }
    guard isExchanged else {
      guard renameat(parent, hidden, parent, temporary) == 0 else { throw FolderError() }
      return try replaceInSteps(path, with: temporary, revision, seen: known, in: parent)
    }
    guard let known else { return .done(revision, kept: path.sibling(try displaced.keepBeside())) }
    switch displaced.verdict(seen: known) {
    case .seen:
      displaced.discard()
      return .done(revision)
    case .beingWritten:
      return .done(revision, kept: path.sibling(try displaced.keepBeside()))
    case .changed(let found):
      // Restore the editor's version. The file that this displaces is ours, unless an editor has written again.
      guard (try? exchange(displaced)) == true else {
        return .done(revision, kept: path.sibling(try displaced.keepBeside()))
      }
      if displaced.verdict(seen: revision) == .seen {
        displaced.discard()
        return .changed(found)
      }
      return .changed(found, kept: path.sibling(try displaced.keepBeside()))
    }
  }

  private func exchange(_ displaced: DisplacedFile) throws(FolderError) -> Bool {
    try names.exchange(displaced.hidden, displaced.name, in: displaced.parent)
  }

  /// Replaces a file on file systems that cannot exchange names. The name is free between the two steps.
  private func replaceInSteps(
    _ path: FolderPath, with temporary: String, _ revision: String, seen known: String?, in parent: Int32
  ) throws(FolderError) -> Outcome {
    let displaced = try displace(path.last, in: parent)
    let verdict = known.map { displaced.verdict(seen: $0) }
    if case .changed(let found) = verdict {
      let kept = try displaced.putBack() ? nil : try displaced.keepBeside()
      return .changed(found, kept: kept.map(path.sibling))
    }
    let isOurs = try names.move(temporary, in: parent, to: path.last, in: parent)
    var kept: String?
    if verdict == .seen { displaced.discard() } else { kept = path.sibling(try displaced.keepBeside()) }
    if isOurs { return .done(revision, kept: kept) }
    return .changed(try present(path.last, in: parent)?.revision ?? "", kept: kept)
  }

  private func displace(_ name: String, in parent: Int32) throws(FolderError) -> DisplacedFile {
    let hidden = HiddenName.forDisplaced(name)
    guard renameat(parent, name, parent, hidden) == 0 else { throw FolderError() }
    return DisplacedFile(parent: parent, name: name, hidden: hidden, names: names)
  }

  private func present(
    _ name: String, in parent: Int32
  ) throws(FolderError) -> (revision: String, mode: mode_t)? {
    do throws(FolderError) {
      let file = try StudioFolder.openFile(name, in: parent, name)
      defer { close(file) }
      var status = stat()
      guard fstat(file, &status) == 0 else { throw FolderError() }
      return (Revision.of(try StudioFolder.read(file, name)), status.st_mode & 0o777)
    } catch {
      guard error.number == ENOENT else { throw error }
      return nil
    }
  }
}

/// A file renamed to a hidden name by a save or deletion, until its version is checked.
struct DisplacedFile {
  let parent: Int32
  let name: String
  let hidden: String
  let names: FolderNames

  enum Verdict: Equatable {
    case seen
    /// Another version, with its revision (empty if unreadable).
    case changed(String)
    /// The known version, still open for writing in another program.
    case beingWritten
  }

  /// Compares the file with the known version. Once no writer has it open, its content is final, as its old name is
  /// gone.
  func verdict(seen revision: String) -> Verdict {
    guard let file = try? StudioFolder.openFile(hidden, in: parent, name) else { return .changed("") }
    defer { close(file) }
    let isBeingWritten = studio_is_being_written(file) != 0
    let found = (try? StudioFolder.read(file, name)).map(Revision.of) ?? ""
    if found != revision { return .changed(found) }
    return isBeingWritten ? .beingWritten : .seen
  }

  func discard() { unlinkat(parent, hidden, 0) }

  /// Returns `false` if another file has taken the name.
  func putBack() throws(FolderError) -> Bool { try names.move(hidden, in: parent, to: name, in: parent) }

  /// Renames the file to `tap (kept).ahap`, `tap (kept 2).ahap` and so on. Returns the name.
  func keepBeside() throws(FolderError) -> String {
    for count in 1...1000 {
      let candidate = DisplacedFile.keptName(name, count)
      if try names.move(hidden, in: parent, to: candidate, in: parent) { return candidate }
    }
    throw FolderError(number: EEXIST, message: "there are already 1000 kept versions of \(name): delete some")
  }

  static func keptName(_ name: String, _ count: Int) -> String {
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
    let addition = count == 1 ? " (kept)" : " (kept \(count))"
    var stem = name[..<dot]
    while stem.utf8.count + addition.utf8.count + name[dot...].utf8.count > 255, !stem.isEmpty { stem.removeLast() }
    return stem + addition + name[dot...]
  }
}
