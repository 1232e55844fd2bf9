import Glibc

/// The one folder from which a confined process reads patterns and sounds.
///
/// A process is confined if the environment names the folder. Whatever opens a file that a user, an agent or a pattern
/// names calls ``open(_:_:)``; whatever looks for one asks ``holds(_:)``. Hidden files and folders are not read.
package struct ReadableRoot: Sendable {
  /// Name of the environment's entry.
  package static let variable = "THRUM_READ_ROOT"

  /// `nil` if the process may read everything.
  package static let current: ReadableRoot? = getenv(variable).map { ReadableRoot(String(cString: $0)) }

  /// Cause of `EXDEV`, which ``open(_:_:)`` sets for a file that is refused.
  package static let refusal = "it is hidden, or outside the folder that may be read"

  /// Resolved path of the folder; `nil` if there is none, and then nothing can be read.
  private let root: String?

  package init(_ path: String) { root = ReadableRoot.real(path) }

  /// Opens a file like `open`, if the process may read it. Returns a descriptor, or -1 and errno.
  package static func open(_ path: String, _ flags: Int32) -> Int32 {
    guard let current else { return Glibc.open(path, flags) }
    return current.open(path, flags)
  }

  /// Whether the process may read a file, and it exists or the process is not confined.
  package static func holds(_ path: String) -> Bool { current.map { $0.names(of: path) != nil } ?? true }

  package func open(_ path: String, _ flags: Int32) -> Int32 {
    guard let root, let names = names(of: path) else {
      errno = isMissing(path) ? ENOENT : EXDEV
      return -1
    }
    var place = Glibc.open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // The path has no links. One that another program puts there in the meantime is not followed.
    for (index, name) in names.enumerated() where place >= 0 {
      let kind = index + 1 < names.count ? O_RDONLY | O_DIRECTORY | O_CLOEXEC : flags
      let next = openat(place, name, kind | O_NOFOLLOW)
      let error = errno
      close(place)
      errno = error
      place = next
    }
    return place
  }

  /// Names from the folder to a file, without links; `nil` if the file is missing, hidden or outside.
  package func names(of path: String) -> [String]? {
    guard let real = ReadableRoot.real(path), let rest = inside(real) else { return nil }
    // Splits byte by byte, since Swift merges a `/` and a following combining mark.
    let names = rest.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    return names.contains { $0.utf8.first == UInt8(ascii: ".") } ? nil : names
  }

  /// Whether a path leads to no file, but to a folder that may be read. Says nothing about files outside.
  private func isMissing(_ path: String) -> Bool {
    guard ReadableRoot.real(path) == nil, errno == ENOENT || errno == ENOTDIR else { return false }
    var above = path[...]
    while let slash = above.lastIndex(of: "/") {
      above = above[..<slash]
      if let real = ReadableRoot.real(above.isEmpty ? "/" : String(above)) { return inside(real) != nil }
    }
    return !path.hasPrefix("/") && ReadableRoot.real(".").flatMap(inside) != nil
  }

  private func inside(_ real: String) -> Substring.UTF8View? {
    guard let root else { return nil }
    let folder = root.hasSuffix("/") ? root : root + "/"
    if real.utf8.elementsEqual(root.utf8) { return Substring().utf8 }
    guard real.utf8.starts(with: folder.utf8) else { return nil }
    return real.utf8.dropFirst(folder.utf8.count)
  }

  private static func real(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
