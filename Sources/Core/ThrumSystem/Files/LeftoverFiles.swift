import Glibc
import Synchronization

/// Partial files left by killed writers: `NAME.PID.part` next to the file, or `thrum-PID-….part`.
enum LeftoverFiles {
  /// Removes stale files whose names differ from a file's only in the process ID.
  static func removeStale(likeThat path: String) {
    let bytes = Array(path.utf8)
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { $0 == 0 ? "/" : String(decoding: bytes[..<$0], as: UTF8.self) } ?? "."
    guard let pattern = Pattern(bytes[((slash ?? -1) + 1)...]) else { return }
    let found = partialNames(in: folder).filter { name in
      pattern.writer(of: name).map { $0 == getpid() || isGone($0) } ?? false
    }
    guard !found.isEmpty else { return }
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    for name in found { removeUnlessLocked(descriptor, String(decoding: name, as: UTF8.self)) }
  }

  private struct Listing {
    let folder: PathKey
    let time: Int
    let names: [[UInt8]]
  }

  /// The last listing. Whoever writes thousands of files into a folder must not list it for each.
  private static let last = Mutex<Listing?>(nil)

  /// Names of partial files in a folder, at most a second old.
  private static func partialNames(in folder: String) -> [[UInt8]] {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return last.withLock { last in
      if let last, last.folder == PathKey(folder), last.time == now.tv_sec { return last.names }
      let listing = Listing(folder: PathKey(folder), time: now.tv_sec, names: list(folder))
      last = listing
      return listing.names
    }
  }

  private static func list(_ folder: String) -> [[UInt8]] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    let ending = Array(".part".utf8)
    var names: [[UInt8]] = []
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: UInt8.self, capacity: Int(NAME_MAX) + 1) {
          Array(UnsafeBufferPointer(start: $0, count: strlen($0)))
        }
      }
      if name.suffix(ending.count) == ending[...] { names.append(name) }
    }
    return names
  }

  private static func isGone(_ process: pid_t) -> Bool { kill(process, 0) != 0 && errno == ESRCH }

  /// Checks the lock, because process IDs are meaningless across containers.
  private static func removeUnlessLocked(_ folder: Int32, _ name: String) {
    let descriptor = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlinkat(folder, name, 0) }
  }

  private struct Pattern {
    private let head: ArraySlice<UInt8>
    private let isBesideTarget: Bool

    init?(_ name: ArraySlice<UInt8>) {
      isBesideTarget = !name.starts(with: Array("thrum-".utf8))
      guard isBesideTarget else {
        head = ArraySlice("thrum-".utf8)
        return
      }
      // NAME.PID.part: keep NAME and the dot.
      let parts = name.dropLast(".part".utf8.count)
      guard let dot = parts.lastIndex(of: UInt8(ascii: ".")) else { return nil }
      head = name[...dot]
    }

    /// Returns the writer's process ID, or `nil` if the name does not match.
    func writer(of name: [UInt8]) -> pid_t? {
      let tail = Array(".part".utf8)
      guard name.starts(with: head), name.suffix(tail.count) == tail[...], name.count > head.count + tail.count else {
        return nil
      }
      let middle = name[head.count..<(name.count - tail.count)]
      let digits = isBesideTarget ? middle : middle.prefix { $0 != UInt8(ascii: "-") }
      guard isBesideTarget || digits.count < middle.count else { return nil }
      return pid_t(String(decoding: digits, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
    }
  }
}
