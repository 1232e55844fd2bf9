/// A place below the studio's folder, as a page names it: names separated by `/`, and nothing that leads elsewhere.
///
/// Names that begin with a dot are refused, `..` and hidden files alike; so are zeros and backslashes. Links are refused
/// where files are opened.
struct FolderPath: Sendable, Hashable {
  /// The names, at least one.
  let names: [String]

  /// Reads a path; `nil` when it could lead out of the folder.
  init?(_ path: String) {
    // By bytes, as the system reads it: to Swift, a `/` beside a mark that joins it is another character.
    let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    guard path.utf8.count <= 1024, names.allSatisfy(FolderPath.isName) else { return nil }
    self.names = names
  }

  private init(names: [String]) { self.names = names }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.first != UInt8(ascii: ".") && name.utf8.count <= 255
      && !name.utf8.contains { $0 < 32 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") || $0 == 127 }
  }

  /// The file's own name.
  var last: String { names[names.count - 1] }
  /// The folders above it.
  var folders: [String] { Array(names.dropLast()) }
  /// The path as text.
  var text: String { names.joined(separator: "/") }
  /// The end of the name that tells the kind, in lower case; empty for a name without a dot.
  var suffix: String { last.lastIndex(of: ".").map { last[$0...].dropFirst().lowercased() } ?? "" }

  /// The path of another file of the same folder.
  func sibling(_ name: String) -> String { (folders + [name]).joined(separator: "/") }

  /// A path relative to this file's folder, or to one of those above it up to the studio's: the places where a sound may
  /// lie.
  func neighbours(_ path: String) -> [FolderPath] {
    guard let relative = FolderPath(path) else { return [] }
    return (0...folders.count).reversed().map { FolderPath(names: folders.prefix($0) + relative.names) }
  }
}
