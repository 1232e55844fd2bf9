import ThrumPattern
import FoundationEssentials
import Glibc
import Synchronization

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
  /// Held by one save at a time.
  let saving = Mutex(())

  /// Bytes of a file that is read.
  static let readLimit = 64 << 20

  /// Opens a folder.
  ///
  /// - Throws: `StudioError` when there is none, or it is no folder.
  init(_ path: String, isWritable: Bool) throws(StudioError) {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StudioError("\(path): \(String(cString: strerror(errno)))") }
    self.isWritable = isWritable
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().lastPathComponent
    name = resolved.isEmpty ? path : resolved
  }

  deinit { close(descriptor) }

  /// Opens the folder that a path's last name lies in; the caller closes it. With `creating`, folders that are missing are made.
  func openParent(_ path: FolderPath, creating: Bool = false) throws(FolderError) -> Int32 {
    var place = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard place >= 0 else { throw FolderError() }
    for name in path.folders {
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
    return try openFile(path.last, in: parent, path.text)
  }

  private func openFile(_ name: String, in parent: Int32, _ text: String) throws(FolderError) -> Int32 {
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
    return try read(file, path.text)
  }

  /// Reads a file of an open folder whole.
  func read(_ name: String, in parent: Int32) throws(FolderError) -> [UInt8] {
    let file = try openFile(name, in: parent, name)
    defer { close(file) }
    return try read(file, name)
  }

  /// Reads an open file whole.
  func read(_ file: Int32, _ name: String) throws(FolderError) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= StudioFolder.readLimit {
      let count = Glibc.read(file, &block, block.count)
      if count == 0 { return bytes }
      if count > 0 { bytes += block[..<count] } else if errno != EINTR { throw FolderError() }
    }
    throw FolderError(number: EFBIG, message: "\(name) is larger than \(StudioFolder.readLimit >> 20) MB")
  }

  /// All patterns below the folder, by path; hidden ones and links are left out.
  func list() -> Listing {
    var listing = Listing()
    let top = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if top >= 0 { list(top, above: "", depth: 0, into: &listing) }
    listing.files.sort { $0.path < $1.path }
    return listing
  }

  /// Takes the descriptor over.
  private func list(_ place: Int32, above: String, depth: Int, into listing: inout Listing) {
    guard let stream = fdopendir(place) else {
      close(place)
      return
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      guard listing.files.count < Listing.limit else { return listing.isCut = true }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      var status = stat()
      guard FolderPath(name) != nil, fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      let path = above.isEmpty ? name : "\(above)/\(name)"
      if status.st_mode & S_IFMT == S_IFDIR, depth < Listing.depth {
        let folder = openat(dirfd(stream), name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if folder >= 0 { list(folder, above: path, depth: depth + 1, into: &listing) }
      } else if status.st_mode & S_IFMT == S_IFREG, PatternDocument.Format(fileName: name) != nil {
        let time = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) * 1e-9
        listing.files.append(Listing.File(path: path, size: Int(status.st_size), modified: time, number: status.st_ino))
      }
    }
  }

  /// What lies in a folder.
  struct Listing: Equatable, Sendable {
    /// Files that are listed, and folders deep.
    static let limit = 2000, depth = 8

    /// A file.
    struct File: Equatable, Sendable {
      var path: String
      var size: Int
      /// Seconds since 1970.
      var modified: Double
      /// The inode, which another file of the same name does not have.
      var number: UInt
    }

    var files: [File] = []
    /// Whether there are more.
    var isCut = false
  }
}

/// Why a file of the folder cannot be had.
struct FolderError: Error, Equatable {
  /// The system's number.
  var number: Int32
  /// Cause, in a sentence.
  var message: String

  init(number: Int32 = errno, message: String? = nil) {
    self.number = number
    self.message = message ?? String(cString: strerror(number))
    if message == nil, number == ELOOP || number == ENOTDIR {
      self.message = "there is a link, or a file, on the way; the studio follows no links"
    }
  }
}
