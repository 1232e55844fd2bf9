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
  /// The file inherits the replaced file's permissions and stays locked, which distinguishes it from a stale one.
  package func create() -> Int32 {
    LeftoverFiles.removeStale(likeThat: temporaryPath)
    let descriptor = open(temporaryPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
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

  package func abandon() { unlink(temporaryPath) }
}

/// Renames files in open folders without overwriting others, on any file system.
package struct FileNames: Sendable {
  /// Features of a file system. An operation that needs a missing feature is not attempted.
  package struct Abilities: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    /// Atomic exchange of two names (`RENAME_EXCHANGE`): ext4, XFS, Btrfs, tmpfs.
    package static let exchange = Abilities(rawValue: 1)
    /// A rename that fails if the name is taken (`RENAME_NOREPLACE`): most file systems, including vfat.
    package static let freeName = Abilities(rawValue: 2)
    /// Hard links: all file systems but vfat, exFAT and some network shares.
    package static let links = Abilities(rawValue: 4)
    package static let all: Abilities = [.exchange, .freeName, .links]
  }

  private let abilities: Abilities

  package init(_ abilities: Abilities = .all) { self.abilities = abilities }

  /// Returns `false` if the file system cannot exchange names.
  package func exchange(_ first: String, _ second: String, in folder: Int32) throws(SystemError) -> Bool {
    guard abilities.contains(.exchange) else { return false }
    if thrum_exchange_names(folder, first, second) == 0 { return true }
    guard FileNames.isInability(errno) else { throw SystemError() }
    return false
  }

  /// If the name is taken, changes nothing and returns `false`.
  ///
  /// On a file system with neither no-replace renames nor hard links, first reserves the name with an empty file.
  package func move(
    _ name: String, in folder: Int32, to free: String, in other: Int32
  ) throws(SystemError) -> Bool {
    if abilities.contains(.freeName) {
      if thrum_rename_to_free_name(folder, name, other, free) == 0 { return true }
      if errno == EEXIST { return false }
      guard FileNames.isInability(errno) else { throw SystemError() }
    }
    if abilities.contains(.links) {
      if linkat(folder, name, other, free, 0) == 0 {
        guard unlinkat(folder, name, 0) == 0 else { throw SystemError() }
        return true
      }
      if errno == EEXIST { return false }
      guard FileNames.isInability(errno) || errno == EPERM || errno == EMLINK else { throw SystemError() }
    }
    let reserved = openat(other, free, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard reserved >= 0 else {
      let error = SystemError()
      guard error.number == EEXIST else { throw error }
      return false
    }
    defer { close(reserved) }
    guard FileNames.isUntouched(reserved, free, in: other) else { return false }
    guard renameat(folder, name, other, free) == 0 else {
      let error = SystemError()
      if FileNames.isUntouched(reserved, free, in: other) { unlinkat(other, free, 0) }
      throw error
    }
    return true
  }

  /// Whether a name still refers to the empty file that reserves it.
  private static func isUntouched(_ file: Int32, _ name: String, in folder: Int32) -> Bool {
    var (ours, present) = (stat(), stat())
    guard fstat(file, &ours) == 0, fstatat(folder, name, &present, AT_SYMLINK_NOFOLLOW) == 0 else { return false }
    return ours.st_ino == present.st_ino && ours.st_dev == present.st_dev && present.st_size == 0
  }

  private static func isInability(_ number: Int32) -> Bool { [EINVAL, ENOSYS, EOPNOTSUPP].contains(number) }
}
