import Glibc

/// Hidden names for files being saved or deleted, and recovery of files left by a killed process.
enum HiddenName {
  /// Unfinished new version, safe to delete.
  private static let saving = ".saving"
  /// Displaced file, possibly the only copy of a version.
  private static let replaced = ".replaced"

  static func forNewVersion() -> String { random() + saving }

  static func forDisplaced(_ name: String) -> String {
    let whole = "\(random()).\(name)\(replaced)"
    return whole.utf8.count <= 255 ? whole : "\(random()).recovered.ahap\(replaced)"
  }

  private static func random() -> String { ".\(UInt64.random(in: 0...UInt64.max))" }

  /// Deletes unfinished files and gives displaced ones a visible name. The folder must be locked.
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

  /// Matches `.NUMBER.saving` and `.NUMBER.NAME.replaced`.
  private static func isOurs(_ name: String) -> Bool {
    let number = name.dropFirst().prefix { $0.isASCII && $0.isNumber }
    guard name.hasPrefix("."), !number.isEmpty else { return false }
    let rest = name.dropFirst(1 + number.count)
    return rest == saving || rest.hasPrefix(".") && rest.hasSuffix(replaced) && rest.count > replaced.count + 1
  }
}
