import Glibc
import ThrumPattern
import ThrumFormats

/// What the system reports about folders (inotify).
///
/// - Thread: one at a time.
struct FolderReports: ~Copyable {
  /// Readable when there is a report; −1 where the system has none.
  let descriptor: Int32
  /// The names on the way to each folder, by the system's number.
  private var folders: [Int32: [String]] = [:]
  private var kept: Set<Int32> = []

  /// What was reported since the last look.
  struct Report {
    /// Paths of patterns that were written, came or went.
    var files: Set<FolderPath> = []
    /// Whether folders came or went, or reports were lost: only a new listing tells what there is.
    var needsListing = false
  }

  private static let interest = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_MOVE_SELF)

  init(isActive: Bool) { descriptor = isActive ? inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)) : -1 }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Begins a listing: folders that are not watched again until ``endListing()`` are watched no more.
  mutating func beginListing() { kept = [] }

  /// Watches an open folder. Returns `false` when the system cannot: it has a limit (`fs.inotify.max_user_watches`).
  mutating func watch(_ folder: Int32, _ names: [String]) -> Bool {
    guard descriptor >= 0 else { return false }
    let number = inotify_add_watch(descriptor, "/proc/self/fd/\(folder)", FolderReports.interest)
    guard number >= 0 else { return false }
    folders[number] = names
    kept.insert(number)
    return true
  }

  /// Ends a listing.
  mutating func endListing() {
    for number in folders.keys where !kept.contains(number) {
      inotify_rm_watch(descriptor, number)
      folders[number] = nil
    }
  }

  /// Takes what was reported, without waiting.
  mutating func take() -> Report {
    var report = Report()
    guard descriptor >= 0 else { return report }
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      while case let count = read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
        var place = 0
        while place + MemoryLayout<inotify_event>.size <= count {
          let event = buffer.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
          place += MemoryLayout<inotify_event>.size
          let name = String(decoding: buffer[place..<place + Int(event.len)].prefix { $0 != 0 }, as: UTF8.self)
          place += Int(event.len)
          note(event, name, in: &report)
        }
      }
    }
    return report
  }

  private mutating func note(_ event: inotify_event, _ name: String, in report: inout Report) {
    func has(_ flag: Int) -> Bool { event.mask & UInt32(truncatingIfNeeded: flag) != 0 }
    if has(Int(IN_IGNORED)) { folders[event.wd] = nil }
    if has(Int(IN_Q_OVERFLOW)) || has(Int(IN_MOVE_SELF)) || has(Int(IN_IGNORED)) { return report.needsListing = true }
    guard FolderPath(name) != nil, let names = folders[event.wd] else { return }
    if has(Int(IN_ISDIR)) {
      report.needsListing = true
    } else if PatternFormat(fileName: name) != nil,
      let path = FolderPath((names + [name]).joined(separator: "/"))
    {
      report.files.insert(path)
    }
  }
}
