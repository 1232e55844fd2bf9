import CStudioFiles
import Glibc

/// A file that a save or deletion has just given a hidden name, until its version is checked. A version that the page
/// does not know gets its name back or is kept under a new one.
struct DisplacedFile {
  /// Descriptor of the file's folder.
  let parent: Int32
  let name: String
  let hidden: String
  let names: FolderNames

  enum Verdict: Equatable {
    /// The known version, to which nobody is writing.
    case seen
    /// Another version, with its revision (empty if unreadable).
    case changed(String)
    /// A version that a program still has open for writing.
    case beingWritten
  }

  /// Compares the file with the known version. Its content is final once no writer has it open, since nobody can open
  /// it under its old name.
  func verdict(seen revision: String) -> Verdict {
    guard let file = try? StudioFolder.openFile(hidden, in: parent, name) else { return .changed("") }
    defer { close(file) }
    let isBeingWritten = studio_is_being_written(file) != 0
    let found = (try? StudioFolder.read(file, name)).map(Revision.of) ?? ""
    if found != revision { return .changed(found) }
    return isBeingWritten ? .beingWritten : .seen
  }

  func discard() { unlinkat(parent, hidden, 0) }

  /// Restores the name; `false` if another file has taken it.
  func putBack() throws(FolderError) -> Bool { try names.move(hidden, in: parent, to: name, in: parent) }

  /// Renames the file to `tap (kept).ahap`, `tap (kept 2).ahap` or the like. Returns the name.
  func keepBeside() throws(FolderError) -> String {
    for count in 1...1000 {
      let candidate = DisplacedFile.keptName(name, count)
      if try names.move(hidden, in: parent, to: candidate, in: parent) { return candidate }
    }
    throw FolderError(number: EEXIST, message: "there are already 1000 kept versions of \(name): delete some")
  }

  /// A name of at most 255 bytes.
  static func keptName(_ name: String, _ count: Int) -> String {
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
    let addition = count == 1 ? " (kept)" : " (kept \(count))"
    var stem = name[..<dot]
    while stem.utf8.count + addition.utf8.count + name[dot...].utf8.count > 255, !stem.isEmpty { stem.removeLast() }
    return stem + addition + name[dot...]
  }
}
