import CStudioFiles
import Glibc

/// A file that a save or a deletion has just renamed. Its name is hidden until its version is checked. A version that
/// the page does not know gets its name back or is kept beside.
struct DisplacedFile {
  /// Descriptor of its folder.
  let parent: Int32
  let name: String
  let hidden: String
  let names: FolderNames

  enum Verdict: Equatable {
    /// The known version, and nobody writes to it.
    case seen
    /// Another version, with its revision; empty if unreadable.
    case changed(String)
    /// A program still has it open for writing.
    case beingWritten
  }

  /// Compares it with the known version. Its content is final once no writer has it open, since nobody can open it by
  /// its old name.
  func verdict(seen revision: String) -> Verdict {
    guard let file = try? StudioFolder.openFile(hidden, in: parent, name) else { return .changed("") }
    defer { close(file) }
    let isBeingWritten = studio_is_being_written(file) != 0
    let found = (try? StudioFolder.read(file, name)).map(Revision.of) ?? ""
    if found != revision { return .changed(found) }
    return isBeingWritten ? .beingWritten : .seen
  }

  func discard() { unlinkat(parent, hidden, 0) }

  /// `false` if another file has taken its name.
  func putBack() throws(FolderError) -> Bool { try names.move(hidden, in: parent, to: name, in: parent) }

  /// Renames it to `tap (kept).ahap`, `tap (kept 2).ahap` or the like. Returns the name.
  func keepBeside() throws(FolderError) -> String {
    for count in 1...1000 {
      let candidate = DisplacedFile.keptName(name, count)
      if try names.move(hidden, in: parent, to: candidate, in: parent) { return candidate }
    }
    throw FolderError(number: EEXIST, message: "there are a thousand kept versions of \(name): delete some")
  }

  /// At most 255 bytes.
  static func keptName(_ name: String, _ count: Int) -> String {
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
    let addition = count == 1 ? " (kept)" : " (kept \(count))"
    var stem = name[..<dot]
    while stem.utf8.count + addition.utf8.count + name[dot...].utf8.count > 255, !stem.isEmpty { stem.removeLast() }
    return stem + addition + name[dot...]
  }
}
