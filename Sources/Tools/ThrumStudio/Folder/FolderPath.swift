import Glibc
import ThrumFormats
import ThrumPattern
import ThrumSystem

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

  static func == (one: FolderPath, other: FolderPath) -> Bool { PathKey(one.text) == PathKey(other.text) }

  func hash(into hasher: inout Hasher) { hasher.combine(PathKey(text)) }

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
}

/// ``FileNames`` with the studio's errors.
struct FolderNames: Sendable {
  private let names: FileNames

  init(_ abilities: FileNames.Abilities = .all) { names = FileNames(abilities) }

  func exchange(_ first: String, _ second: String, in folder: Int32) throws(FolderError) -> Bool {
    do throws(SystemError) { return try names.exchange(first, second, in: folder) } catch { throw FolderError(error) }
  }

  func move(
    _ name: String, in folder: Int32, to free: String, in other: Int32
  ) throws(FolderError) -> Bool {
    do throws(SystemError) { return try names.move(name, in: folder, to: free, in: other) } catch {
      throw FolderError(error)
    }
  }

  func write(_ bytes: [UInt8], to name: String, in folder: Int32, mode: mode_t?) throws(FolderError) {
    do throws(SystemError) { try NewFile.write(bytes, to: name, in: folder, mode: mode) } catch {
      throw FolderError(error)
    }
  }
}

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
