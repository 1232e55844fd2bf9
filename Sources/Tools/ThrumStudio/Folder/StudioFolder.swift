import ThrumSystem
import CStudioFiles
import FoundationEssentials
import Glibc
import Synchronization
import ThrumPattern

/// The folder that the studio shows, and the only place it reads from and writes to.
///
/// Everything is opened relative to the folder's own descriptor, name by name, and no link is followed: whatever happens
/// to the folder's path meanwhile, what is opened lies in it.
final class StudioFolder: Sendable {
  /// The folder's name, for showing.
  let name: String
  /// Whether files may be saved.
  let isWritable: Bool
  private let descriptor: Int32
  /// The files that are listed, if only some are: a pattern that was opened alone, and what was saved since.
  private let shown: Mutex<Set<String>?>

  /// Bytes of a file that is read.
  static let readLimit = 64 << 20

  /// Opens a folder.
  ///
  /// - Parameter only: a file of it that is shown alone: the folder is then never searched.
  /// - Throws: `StudioError` when there is none, or it is no folder.
  init(_ path: String, isWritable: Bool, only: String? = nil) throws(StudioError) {
    shown = Mutex(only.map(StudioFolder.withPartner))
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StudioError("\(path): \(String(cString: strerror(errno)))") }
    self.isWritable = isWritable
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().lastPathComponent
    name = resolved.isEmpty ? path : resolved
  }

  deinit { close(descriptor) }

  /// The paths that are listed; `nil` for all patterns of the folder.
  var shownPaths: [String]? { shown.withLock { $0?.sorted() } }

  /// Lists a file that was saved, too.
  func show(_ path: FolderPath) { shown.withLock { $0?.formUnion(StudioFolder.withPartner(path.text)) } }

  private static func withPartner(_ path: String) -> Set<String> {
    Set([path] + (PatternPair.partner(ofPath: path).map { [$0] } ?? []))
  }

  /// What a path stands for now; `nil` for what is not listed.
  func listed(_ path: FolderPath) -> FolderListing.File? {
    guard let parent = try? openParent(path) else { return nil }
    defer { close(parent) }
    return FolderListing.File(path.text, in: parent, name: path.last)
  }

  /// Whether the folder lies on a file system that others may change without this system's knowledge.
  var isRemote: Bool { studio_is_remote(descriptor) != 0 }

  /// Opens the folder that a path's last name lies in; the caller closes it. With `creating`, folders that are missing are made.
  func openParent(_ path: FolderPath, creating: Bool = false) throws(FolderError) -> Int32 {
    try openFolder(path.folders, creating: creating)
  }

  /// Opens a folder below this one by the names on the way to it; the caller closes it.
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

  /// Opens a plain file for reading; the caller closes it.
  func openFile(_ path: FolderPath) throws(FolderError) -> Int32 {
    let parent = try openParent(path)
    defer { close(parent) }
    return try StudioFolder.openFile(path.last, in: parent, path.text)
  }

  /// Opens a plain file of an open folder; the caller closes it.
  static func openFile(_ name: String, in parent: Int32, _ text: String) throws(FolderError) -> Int32 {
    // Not blocking: a pipe without a writer is no file.
    let file = openat(parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw FolderError() }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw FolderError(number: EINVAL, message: "\(text) is not a plain file")
    }
    return file
  }

  /// Reads a file whole.
  func read(_ path: FolderPath) throws(FolderError) -> [UInt8] {
    let file = try openFile(path)
    defer { close(file) }
    return try StudioFolder.read(file, path.text)
  }

  /// Reads an open file whole.
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

/// Why a file of the folder cannot be had.
struct FolderError: Error, Equatable {
  /// The system's number.
  var number: Int32
  /// Cause, in a sentence.
  var message: String

  init(_ error: SystemError) { self.init(number: error.number) }

  init(number: Int32 = errno, message: String? = nil) {
    self.number = number
    self.message = message ?? String(cString: strerror(number))
    if message == nil, number == ELOOP || number == ENOTDIR {
      self.message = "there is a link, or a file, on the way; the studio follows no links"
    }
  }
}
