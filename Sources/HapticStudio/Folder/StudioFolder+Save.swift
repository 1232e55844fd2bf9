import Foundation
import Glibc

extension StudioFolder {
  /// What came of saving.
  enum Saved: Equatable {
    /// The new revision.
    case done(String)
    /// Another version is there by now; nothing was written.
    case changed(String)
  }

  /// Saves a file whole or not at all: beside the old one, then in its place.
  ///
  /// - Parameter known: the revision that was edited; `nil` for a file that must not exist yet.
  func save(_ bytes: [UInt8], to path: FolderPath, known: String?) throws(FolderError) -> Saved {
    let parent = try openParent(path)
    defer { close(parent) }
    let old = try present(path)
    if let old, old.revision != known { return .changed(old.revision) }
    if old == nil, known != nil {
      throw FolderError(number: ENOENT, message: "\(path.text) is gone; save it as a new file")
    }
    let temporary = ".\(UInt64.random(in: 0...UInt64.max)).saving"
    try write(bytes, to: temporary, in: parent, mode: old?.mode ?? 0o644)
    // A new file takes no other's place, not even one that appeared this moment: a link can be made, or not.
    let isThere =
      old == nil
      ? linkat(parent, temporary, parent, path.last, 0) == 0 : renameat(parent, temporary, parent, path.last) == 0
    let error = isThere ? nil : FolderError()
    if old == nil || error != nil { unlinkat(parent, temporary, 0) }
    if let error {
      guard error.number != EEXIST else { return .changed(try present(path)?.revision ?? "") }
      throw error
    }
    fsync(parent)
    return .done(Revision.of(bytes))
  }

  private func present(_ path: FolderPath) throws(FolderError) -> (revision: String, mode: mode_t)? {
    do throws(FolderError) {
      let file = try openFile(path)
      defer { close(file) }
      var status = stat()
      fstat(file, &status)
      return (Revision.of(try read(path)), status.st_mode & 0o777)
    } catch {
      guard error.number == ENOENT else { throw error }
      return nil
    }
  }

  private func write(_ bytes: [UInt8], to name: String, in parent: Int32, mode: mode_t) throws(FolderError) {
    let file = openat(parent, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard file >= 0 else { throw FolderError() }
    var error: FolderError?
    var rest = bytes[...]
    while error == nil, !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { error = FolderError() }
    }
    if error == nil, fsync(file) != 0 { error = FolderError() }
    if close(file) != 0, error == nil { error = FolderError() }
    if let error {
      unlinkat(parent, name, 0)
      throw error
    }
  }
}

/// Tells one version of a text from another.
enum Revision {
  /// FNV-1a, 64 bits, and the length.
  static func of(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16) + "-" + String(bytes.count)
  }
}
