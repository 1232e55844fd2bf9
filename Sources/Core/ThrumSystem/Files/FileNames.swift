import CLinux
import Glibc

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
