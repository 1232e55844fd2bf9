import CStudioFiles
import FoundationEssentials
import Glibc

extension StudioFolder {
  /// What came of saving.
  enum Saved: Equatable {
    /// The new revision.
    case done(String)
    /// Another version is there by now; nothing was written.
    case changed(String)
  }

  /// Saves a file whole or not at all, and only over the version that was edited.
  ///
  /// Of simultaneous saves of one version one is done. Saves of this process wait for each other; other studios are kept
  /// out by `flock` on the file's folder. What another program puts in the file's place meanwhile is found when the two are
  /// exchanged, and put back.
  ///
  /// - Parameters:
  ///   - known: the revision that was edited; `nil` for a file that must not exist yet.
  ///   - beforeReplacing: called when the new file lies beside the old one.
  func save(
    _ bytes: [UInt8], to path: FolderPath, known: String?, beforeReplacing: () -> Void = {}
  ) throws(FolderError) -> Saved {
    try saving.withLock { _ throws(FolderError) in
      let parent = try openParent(path, creating: known == nil)
      defer {
        // Closing alone would leave the lock with a child that was forked meanwhile, until it runs its own program.
        flock(parent, LOCK_UN)
        close(parent)
      }
      // A file system without locks is no reason not to save.
      guard flock(parent, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
        throw FolderError(
          number: EBUSY, message: "another program is saving in this folder; nothing was written, save again")
      }
      return try replace(path, in: parent, bytes, known: known, beforeReplacing)
    }
  }

  private func replace(
    _ path: FolderPath, in parent: Int32, _ bytes: [UInt8], known: String?, _ beforeReplacing: () -> Void
  ) throws(FolderError) -> Saved {
    let old = try present(path)
    if let old, old.revision != known { return .changed(old.revision) }
    if old == nil, known != nil {
      throw FolderError(number: ENOENT, message: "\(path.text) is gone; save it as a new file")
    }
    let temporary = ".\(UInt64.random(in: 0...UInt64.max)).saving"
    try write(bytes, to: temporary, in: parent, mode: old?.mode ?? 0o644)
    defer { unlinkat(parent, temporary, 0) }
    beforeReplacing()
    // A new file replaces no other, not even one that appeared this moment: a link can be made, or not.
    let isDone =
      old == nil ? linkat(parent, temporary, parent, path.last, 0) == 0 : exchange(temporary, path.last, in: parent)
    guard isDone else {
      let error = FolderError()
      guard error.number == EEXIST else { throw error }
      return .changed(try present(path)?.revision ?? "")
    }
    if let found = try displaced(temporary, by: path, isKnown: known, in: parent) { return .changed(found) }
    fsync(parent)
    return .done(Revision.of(bytes))
  }

  /// Gives the new file the old one's name, and the old one the new one's where the file system can do that.
  private func exchange(_ temporary: String, _ name: String, in parent: Int32) -> Bool {
    if studio_exchange_names(parent, temporary, name) == 0 { return true }
    guard errno == EINVAL || errno == ENOSYS else { return false }
    return renameat(parent, temporary, parent, name) == 0
  }

  /// Puts back what was exchanged when it is not the version that was edited, and returns its revision.
  private func displaced(
    _ temporary: String, by path: FolderPath, isKnown known: String?, in parent: Int32
  ) throws(FolderError) -> String? {
    guard let known, let bytes = try? read(temporary, in: parent) else { return nil }
    let found = Revision.of(bytes)
    guard found != known else { return nil }
    if studio_exchange_names(parent, temporary, path.last) != 0 {
      linkat(parent, temporary, parent, path.last, 0)
    }
    return found
  }

  private func present(_ path: FolderPath) throws(FolderError) -> (revision: String, mode: mode_t)? {
    do throws(FolderError) {
      let file = try openFile(path)
      defer { close(file) }
      var status = stat()
      fstat(file, &status)
      return (Revision.of(try read(file, path.text)), status.st_mode & 0o777)
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
