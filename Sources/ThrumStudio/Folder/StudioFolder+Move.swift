import Glibc

extension StudioFolder {
  /// Deletes a file, if it is the version that is known.
  func remove(_ path: FolderPath, known: String) throws(FolderError) -> Saved {
    try saving.withLock { _ throws(FolderError) in
      let parent = try openParent(path)
      defer { close(parent) }
      let revision = Revision.of(try read(path.last, in: parent))
      guard revision == known else { return .changed(revision) }
      guard unlinkat(parent, path.last, 0) == 0 else { throw FolderError() }
      fsync(parent)
      return .done(revision)
    }
  }

  /// Gives a file another name, in folders that are made if they are missing; returns whether the name was free.
  func move(_ path: FolderPath, to other: FolderPath) throws(FolderError) -> Bool {
    try saving.withLock { _ throws(FolderError) in
      let parent = try openParent(path)
      defer { close(parent) }
      close(try openFile(path))
      let target = try openParent(other, creating: true)
      defer { close(target) }
      // A link replaces no other file, not even one that appeared this moment.
      guard linkat(parent, path.last, target, other.last, 0) == 0 else {
        let error = FolderError()
        guard error.number == EEXIST else { throw error }
        return false
      }
      guard unlinkat(parent, path.last, 0) == 0 else { throw FolderError() }
      fsync(target)
      return true
    }
  }
}
