import Glibc

/// Names of the hidden files that exist only while a file is saved or deleted, and what becomes of those that a killed
/// process has left.
enum HiddenName {
  /// What ends the name of a new version that is being written; nobody else's text is ever in such a file.
  private static let saving = ".saving"
  /// What ends the name of a file whose place is taken: its text may be a version that only exists there.
  private static let replaced = ".replaced"

  /// A name for a new version.
  static func forNewVersion() -> String { random() + saving }

  /// A name for a file that loses its own, which is part of it as far as there is room.
  static func forDisplaced(_ name: String) -> String {
    let whole = "\(random()).\(name)\(replaced)"
    return whole.utf8.count <= 255 ? whole : "\(random()).recovered.ahap\(replaced)"
  }

  private static func random() -> String { ".\(UInt64.random(in: 0...UInt64.max))" }

  /// Removes new versions that were never finished from a folder, and gives displaced files a visible name. The folder has
  /// to be locked: whatever lies there is then no running save's.
  static func clear(_ folder: Int32, _ names: FolderNames) {
    let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return }
    guard let stream = fdopendir(copy) else {
      close(copy)
      return
    }
    var found: [String] = []
    while let entry = readdir(stream) {
      guard entry.pointee.d_name.0 == CChar(UInt8(ascii: ".")) else { continue }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if isOurs(name) { found.append(name) }
    }
    closedir(stream)
    for name in found {
      if name.hasSuffix(saving) {
        unlinkat(folder, name, 0)
      } else {
        let original = name.dropFirst().drop { $0 != "." }.dropFirst().dropLast(replaced.count)
        let displaced = DisplacedFile(parent: folder, name: String(original), hidden: name, names: names)
        _ = try? displaced.keepBeside()
      }
    }
  }

  /// Whether a name is a dot, a number and one of our endings, with the name of a file between them in the second.
  private static func isOurs(_ name: String) -> Bool {
    let number = name.dropFirst().prefix { $0.isASCII && $0.isNumber }
    guard name.hasPrefix("."), !number.isEmpty else { return false }
    let rest = name.dropFirst(1 + number.count)
    return rest == saving || rest.hasPrefix(".") && rest.hasSuffix(replaced) && rest.count > replaced.count + 1
  }
}
