import CPage
import FoundationEssentials
import Glibc
import Synchronization
import ThrumPattern
import ThrumSystem

/// The only folder that the studio reads or writes.
///
/// Opens each name relative to its parent's descriptor and without following links. This keeps all files inside the
/// folder, even while paths change.
final class StudioFolder: Sendable {
  let name: String
  let isWritable: Bool
  private let descriptor: Int32
  /// Listed paths, if restricted: a pattern opened alone, and files saved since.
  private let shown: Mutex<Set<String>?>

  static let readLimit = 64 << 20

  /// - Throws: ``StudioError`` if the folder cannot be opened, or is not writable but should be.
  init(_ path: String, isWritable: Bool, only: String? = nil) throws(StudioError) {
    shown = Mutex(only.map(StudioFolder.withPartner))
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StudioError("\(path): \(String(cString: strerror(errno)))") }
    self.isWritable = isWritable
    // Checks the effective user's permissions, and finds read-only file systems.
    guard !isWritable || faccessat(descriptor, ".", W_OK | X_OK, AT_EACCESS) == 0 else {
      let cause = String(cString: strerror(errno))
      close(descriptor)
      throw StudioError("\(path): files cannot be saved here: \(cause); allow writing, or leave out --write")
    }
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().lastPathComponent
    name = resolved.isEmpty ? path : resolved
  }

  deinit { close(descriptor) }

  /// `nil` means all patterns in the folder.
  var shownPaths: [String]? { shown.withLock { $0?.sorted() } }

  func show(_ path: FolderPath) { shown.withLock { $0?.formUnion(StudioFolder.withPartner(path.text)) } }

  private static func withPartner(_ path: String) -> Set<String> {
    Set([path] + (PatternPair.partner(ofPath: path).map { [$0] } ?? []))
  }

  /// Returns `nil` unless the path is a plain file.
  func listed(_ path: FolderPath) -> FolderListing.File? {
    guard let parent = try? openParent(path) else { return nil }
    defer { close(parent) }
    return FolderListing.File(path.text, in: parent, name: path.last)
  }

  /// Whether other machines can change the folder.
  var isRemote: Bool { studio_is_remote(descriptor) != 0 }

  /// Opens a path's parent folder. The caller closes it, as with every open function here.
  func openParent(_ path: FolderPath, creating: Bool = false) throws(FolderError) -> Int32 {
    try openFolder(path.folders, creating: creating)
  }

  func openFolder(_ names: [String], creating: Bool = false) throws(FolderError) -> Int32 {
    var place = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard place >= 0 else { throw FolderError() }
    for name in names {
      if creating { mkdirat(place, name, 0o755) }
      let next = openat(place, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      let error = errno
      close(place)
      errno = error
      guard next >= 0 else { throw FolderError() }
      place = next
    }
    return place
  }

  func openFile(_ path: FolderPath) throws(FolderError) -> Int32 {
    let parent = try openParent(path)
    defer { close(parent) }
    return try StudioFolder.openFile(path.last, in: parent, path.text)
  }

  static func openFile(_ name: String, in parent: Int32, _ text: String) throws(FolderError) -> Int32 {
    // Opening a pipe would otherwise wait for its writer.
    let file = openat(parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw FolderError() }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw FolderError(number: EINVAL, message: "\(text) is not a plain file")
    }
    return file
  }

  func read(_ path: FolderPath) throws(FolderError) -> [UInt8] {
    let file = try openFile(path)
    defer { close(file) }
    return try StudioFolder.read(file, path.text)
  }

  static func read(_ file: Int32, _ name: String) throws(FolderError) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= StudioFolder.readLimit {
      let count = Glibc.read(file, &block, block.count)
      if count == 0 { return bytes }
      if count > 0 { bytes += block[..<count] } else if errno != EINTR { throw FolderError() }
    }
    throw FolderError(number: EFBIG, message: "\(name) is larger than \(StudioFolder.readLimit >> 20) MB")
  }
}

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
