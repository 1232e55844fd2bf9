import Glibc

/// Keeps other studios from changing folders, with `flock`.
enum FolderLock {
  /// Runs `body` with the folders locked, then closes them.
  ///
  /// - Parameters:
  ///   - folders: descriptors; a folder may occur more than once.
  ///   - body: receives whether every folder is locked, since some file systems have no locks.
  /// - Throws: ``FolderError`` `EBUSY` while another studio holds a lock.
  static func hold<Result>(
    _ folders: [Int32], _ body: (_ isComplete: Bool) throws(FolderError) -> Result
  ) throws(FolderError) -> Result {
    defer {
      for folder in folders {
        // Closing alone would leave the lock with a forked child until it calls `exec`.
        flock(folder, LOCK_UN)
        close(folder)
      }
    }
    var isComplete = true
    for (index, folder) in folders.enumerated() where !folders[..<index].contains(where: { isSame($0, folder) }) {
      if flock(folder, LOCK_EX | LOCK_NB) == 0 { continue }
      guard errno != EWOULDBLOCK else {
        throw FolderError(
          number: EBUSY, message: "another program is saving to this folder; nothing was changed. Try again.")
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
