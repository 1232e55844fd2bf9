import Glibc

/// Where a file is to appear, so that it appears whole: it is written beside its place and renamed.
///
/// A link is followed. What is not a regular file (a device, a pipe) is never replaced: the finished bytes are copied
/// into it.
package struct FilePlace: Sendable {
  /// The path as given.
  package let path: String
  /// The path to write to until ``commit()``.
  package let temporaryPath: String
  private let target: String
  private let isSpecial: Bool
  /// The permissions of the file that is replaced.
  private let mode: mode_t?

  /// Looks at what is at the path now.
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

  /// Creates the file at the temporary path, to be written to, and removes those that writers have left there which are
  /// no more. A file that replaces another gets its permissions. Returns a descriptor, or -1 and errno.
  ///
  /// The lock on the file is that of its writer: while it is held nobody takes the file for a leftover.
  package func create() -> Int32 {
    LeftoverFiles.removeStale(likeThat: temporaryPath)
    let descriptor = open(temporaryPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return -1 }
    flock(descriptor, LOCK_EX | LOCK_NB)
    if let mode { fchmod(descriptor, mode) }
    return descriptor
  }

  /// Gives the finished file its name, or copies it into the device or pipe.
  ///
  /// - Throws: ``SystemError``; what was written is gone then.
  package func commit() throws(SystemError) {
    guard isSpecial else {
      guard rename(temporaryPath, target) == 0 else {
        let error = SystemError()
        abandon()
        throw error
      }
      return
    }
    defer { unlink(temporaryPath) }
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

  /// Removes what was written so far.
  package func abandon() { unlink(temporaryPath) }
}
