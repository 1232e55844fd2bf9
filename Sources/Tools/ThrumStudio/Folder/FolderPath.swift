/// A path from the page, relative to the studio's folder.
///
/// No name begins with a dot or contains control characters or backslashes. Opening rejects links.
struct FolderPath: Sendable, Hashable {
  let names: [String]

  /// Returns `nil` if the path could lead out of the folder.
  init?(_ path: String) {
    // Splits byte by byte, since Swift merges a `/` and a following combining mark.
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

  var last: String { names[names.count - 1] }
  var folders: [String] { Array(names.dropLast()) }
  var text: String { names.joined(separator: "/") }
  /// Extension in lower case, empty if there is none.
  var suffix: String { last.lastIndex(of: ".").map { last[$0...].dropFirst().lowercased() } ?? "" }

  func sibling(_ name: String) -> String { (folders + [name]).joined(separator: "/") }

  /// Candidate paths of a sound: relative to this file's folder, then to each folder above.
  func neighbours(_ path: String) -> [FolderPath] {
    guard let relative = FolderPath(path) else { return [] }
    return (0...folders.count).reversed().map { FolderPath(names: folders.prefix($0) + relative.names) }
  }
}
