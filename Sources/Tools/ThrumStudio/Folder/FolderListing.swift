import Glibc
import ThrumFormats
import ThrumPattern
import ThrumSystem

/// The patterns below a folder, sorted by path, excluding hidden files and links.
struct FolderListing: Equatable, Sendable {
  /// Limits on patterns, folder depth and entries of any kind.
  static let limit = 10_000, depth = 8, entryLimit = 50_000

  struct File: Equatable, Sendable {
    var path: String
    var size: Int
    /// Seconds since 1970.
    var modified: Double
    /// The inode, for detecting a replaced file.
    var number: UInt

    init?(_ path: String, in folder: Int32, name: String) {
      var status = stat()
      guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG else {
        return nil
      }
      self.path = path
      size = Int(status.st_size)
      modified = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) * 1e-9
      number = status.st_ino
    }
  }

  private(set) var files: [File] = []
  private(set) var isCut = false

  init() {}

  /// Lists a folder, breadth first. Calls `visit` for each folder, with the names that lead to it.
  init(
    _ folder: StudioFolder, entryLimit: Int = entryLimit,
    visit: (_ names: [String], _ descriptor: Int32) -> Void = { _, _ in }
  ) {
    if let shown = folder.shownPaths {
      list(shown.compactMap(FolderPath.init), of: folder, visit)
    } else {
      var waiting: [[String]] = [[]]
      var (next, entriesLeft) = (0, entryLimit)
      while next < waiting.count, !isCut {
        if let place = try? folder.openFolder(waiting[next]) {
          visit(waiting[next], place)
          read(place, waiting[next], into: &waiting, &entriesLeft)
        }
        next += 1
      }
    }
    files.sort { $0.path < $1.path }
  }

  private mutating func list(_ paths: [FolderPath], of folder: StudioFolder, _ visit: ([String], Int32) -> Void) {
    var visited: Set<[String]> = []
    for path in paths {
      guard let parent = try? folder.openParent(path) else { continue }
      defer { close(parent) }
      if visited.insert(path.folders).inserted { visit(path.folders, parent) }
      if let file = File(path.text, in: parent, name: path.last) { files.append(file) }
    }
  }

  private mutating func read(
    _ place: Int32, _ names: [String], into waiting: inout [[String]], _ entriesLeft: inout Int
  ) {
    guard let stream = fdopendir(place) else {
      close(place)
      return
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      guard files.count < FolderListing.limit, entriesLeft > 0 else {
        isCut = true
        return
      }
      entriesLeft -= 1
      let type = Int(entry.pointee.d_type)
      guard type == DT_REG || type == DT_DIR || type == DT_UNKNOWN else { continue }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard FolderPath(name) != nil else { continue }
      if type != DT_DIR, PatternFormat(fileName: name) != nil,
        let file = File((names + [name]).joined(separator: "/"), in: dirfd(stream), name: name)
      {
        files.append(file)
      } else if type == DT_DIR || type == DT_UNKNOWN, names.count < FolderListing.depth {
        waiting.append(names + [name])
      }
    }
  }
}
