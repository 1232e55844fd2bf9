import Glibc

/// Keeps other studios from changing folders meanwhile, with `flock`. Editors do not know of it: what they do is found by
/// comparing.
enum FolderLock {
  /// Runs `body` while the folders are locked, and closes them.
  ///
  /// - Parameters:
  ///   - folders: descriptors; several may be of one folder.
  ///   - body: receives whether every folder is locked: some file systems have no locks, which is no reason not to save.
  /// - Throws: ``FolderError`` `EBUSY` while another studio changes something there.
  static func hold<Result>(
    _ folders: [Int32], _ body: (_ isComplete: Bool) throws(FolderError) -> Result
  ) throws(FolderError) -> Result {
    defer {
      for folder in folders {
        // Closing alone would leave the lock with a child that was forked meanwhile, until it runs its own program.
        flock(folder, LOCK_UN)
        close(folder)
      }
    }
    var isComplete = true
    for (index, folder) in folders.enumerated() where !folders[..<index].contains(where: { isSame($0, folder) }) {
      if flock(folder, LOCK_EX | LOCK_NB) == 0 { continue }
      guard errno != EWOULDBLOCK else {
        throw FolderError(
          number: EBUSY, message: "another program is saving in this folder; nothing was changed, try again")
      }
      isComplete = false
    }
    return try body(isComplete)
  }

  private static func isSame(_ one: Int32, _ other: Int32) -> Bool {
    var (first, second) = (stat(), stat())
    return fstat(one, &first) == 0 && fstat(other, &second) == 0 && first.st_dev == second.st_dev
      && first.st_ino == second.st_ino
  }
}
