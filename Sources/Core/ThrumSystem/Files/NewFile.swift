import Glibc

package enum NewFile {
  /// Writes a new file and waits until it is on disk. Removes it on failure.
  ///
  /// - Parameter mode: Permissions of the file to be replaced, set regardless of the umask.
  package static func write(
    _ bytes: [UInt8], to name: String, in folder: Int32, mode: mode_t?
  ) throws(SystemError) {
    let file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode ?? 0o666)
    guard file >= 0 else { throw SystemError() }
    var error: SystemError?
    // Some file systems do not support permissions.
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
