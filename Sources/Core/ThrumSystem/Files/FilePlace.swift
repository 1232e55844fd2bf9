import CLinux
import Glibc

/// Writes a file under a temporary name next to its destination, then renames it.
///
/// Follows links. Copies the bytes into a device or pipe instead of replacing it.
package struct FilePlace: Sendable {
  package let path: String
  /// File to write before ``commit()``.
  package let temporaryPath: String
  private let target: String
  private let isSpecial: Bool
  private let mode: mode_t?

  package init(path: String) {
    self.path = path
    var status = stat()
    let exists = stat(path, &status) == 0
    isSpecial = exists && status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
    mode = exists && status.st_mode & S_IFMT == S_IFREG ? status.st_mode & 0o777 : nil
    if let resolved = realpath(path, nil) {
      target = String(cString: resolved)
      free(resolved)
    } else {
      target = path
    }
    temporaryPath =
      isSpecial ? "/tmp/thrum-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).part" : "\(target).\(getpid()).part"
  }

  /// Creates the temporary file and removes stale ones. Returns a descriptor, or −1 with errno set.
  ///
  /// The file inherits the replaced file's permissions and stays locked, which distinguishes it from a stale one. Until
  /// it is committed or abandoned, it counts as unfinished (`thrum_unfinished_create`).
  package func create() -> Int32 {
    LeftoverFiles.removeStale(likeThat: temporaryPath)
    let descriptor = thrum_unfinished_create(temporaryPath)
    guard descriptor >= 0 else { return -1 }
    flock(descriptor, LOCK_EX | LOCK_NB)
    if let mode { fchmod(descriptor, mode) }
    return descriptor
  }

  /// Renames the finished file to its destination, or copies it into a device or pipe.
  ///
  /// - Throws: ``SystemError``; the temporary file is then removed.
  package func commit() throws(SystemError) {
    guard isSpecial else {
      guard rename(temporaryPath, target) == 0 else {
        let error = SystemError()
        abandon()
        throw error
      }
      thrum_unfinished_forget(temporaryPath)
      return
    }
    defer { abandon() }
    let source = open(temporaryPath, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw SystemError() }
    defer { close(source) }
    let sink = open(path, O_WRONLY | O_CLOEXEC)
    guard sink >= 0 else { throw SystemError() }
    defer { close(sink) }
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(source, &block, block.count)
      guard count >= 0 else { throw SystemError() }
      if count == 0 { return }
      try writeAll(block[..<count], to: sink)
    }
  }

  package func abandon() {
    unlink(temporaryPath)
    thrum_unfinished_forget(temporaryPath)
  }
}
