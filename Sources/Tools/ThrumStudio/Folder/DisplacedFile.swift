import CStudioFiles
import Glibc

/// A file that has just lost its name to a save or a deletion. It keeps a hidden name until it is known whether it is the
/// version that was seen; if it is not, it gets its name back or is kept beside.
struct DisplacedFile {
  /// Where it lies.
  let parent: Int32
  /// The name that it had.
  let name: String
  /// The name that it has now.
  let hidden: String
  let names: FolderNames

  /// Whether it is the version that was seen.
  enum Verdict: Equatable {
    /// It is the version that was seen, and nobody writes to it.
    case seen
    /// It is another version; its revision, empty when it cannot be read.
    case changed(String)
    /// A program that opened it under its name still has it open for writing.
    case beingWritten
  }

  /// Compares it with the version that was seen.
  ///
  /// Nobody can open it by its old name any more: whoever writes to it has it open now, and once nobody has, its content is
  /// final.
  func verdict(seen revision: String) -> Verdict {
    guard let file = try? StudioFolder.openFile(hidden, in: parent, name) else { return .changed("") }
    defer { close(file) }
    let isBeingWritten = studio_is_being_written(file) != 0
    let found = (try? StudioFolder.read(file, name)).map(Revision.of) ?? ""
    if found != revision { return .changed(found) }
    return isBeingWritten ? .beingWritten : .seen
  }

  /// Deletes it.
  func discard() { unlinkat(parent, hidden, 0) }

  /// Gives it its name back; `false` when another file has it by now.
  func putBack() throws(FolderError) -> Bool { try names.move(hidden, in: parent, to: name, in: parent) }

  /// Gives it a name that shows where it comes from: `tap (kept).ahap`, `tap (kept 2).ahap`. Returns the name.
  func keepBeside() throws(FolderError) -> String {
    for count in 1...1000 {
      let candidate = DisplacedFile.keptName(name, count)
      if try names.move(hidden, in: parent, to: candidate, in: parent) { return candidate }
    }
    throw FolderError(number: EEXIST, message: "there are a thousand kept versions of \(name): delete some")
  }

  /// The name under which a version of a file is kept; at most 255 bytes.
  static func keptName(_ name: String, _ count: Int) -> String {
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
    let addition = count == 1 ? " (kept)" : " (kept \(count))"
    var stem = name[..<dot]
    while stem.utf8.count + addition.utf8.count + name[dot...].utf8.count > 255, !stem.isEmpty { stem.removeLast() }
    return stem + addition + name[dot...]
  }
}
