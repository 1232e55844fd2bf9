import Glibc

/// Writes the file that a save is about to put in place.
enum NewVersion {
  /// Writes bytes to a new file and waits until the disk has them. A failed write leaves no file.
  ///
  /// - Parameter mode: the permissions of the file that is replaced, whatever the umask is; `nil` for those of a new file.
  static func write(_ bytes: [UInt8], to name: String, in parent: Int32, mode: mode_t?) throws(FolderError) {
    let file = openat(parent, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode ?? 0o666)
    guard file >= 0 else { throw FolderError() }
    var error: FolderError?
    // A file system without permissions is no reason not to save.
    if let mode, fchmod(file, mode) != 0, errno != EPERM, errno != ENOTSUP { error = FolderError() }
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
