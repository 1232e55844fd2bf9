import Glibc

/// Writes a file of an open folder that is to replace another.
package enum NewFile {
  /// Writes bytes to a new file and waits until the disk has them. A failed write leaves no file.
  ///
  /// - Parameter mode: the permissions of the file that is replaced, whatever the umask is; `nil` for those of a new file.
  package static func write(
    _ bytes: [UInt8], to name: String, in folder: Int32, mode: mode_t?
  ) throws(SystemError) {
    let file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode ?? 0o666)
    guard file >= 0 else { throw SystemError() }
    var error: SystemError?
    // A file system without permissions is no reason not to save.
    if let mode, fchmod(file, mode) != 0, errno != EPERM, errno != ENOTSUP { error = SystemError() }
    if error == nil {
      do throws(SystemError) { try writeAll(bytes, to: file) } catch let failure { error = failure }
    }
    if error == nil, fsync(file) != 0 { error = SystemError() }
    if close(file) != 0, error == nil { error = SystemError() }
    if let error {
      unlinkat(folder, name, 0)
      throw error
    }
  }
}
