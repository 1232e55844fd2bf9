import CStudioFiles
import Glibc

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
