import Glibc
import ThrumFormats
import ThrumSystem

/// What the system reports about the patterns of the studio's folders.
///
/// - Thread: one at a time.
struct PatternReports: ~Copyable {
  private var reports: FolderReports
  /// The names on the way to each folder, by the system's number.
  private var folders: [Int32: [String]] = [:]
  private var kept: Set<Int32> = []

  /// Readable when there is a report; −1 where the system has none.
  var descriptor: Int32 { reports.descriptor }

  /// What was reported since the last look.
  struct Report {
    /// Paths of patterns that were written, came or went.
    var files: Set<FolderPath> = []
    /// Whether folders came or went, or reports were lost: only a new listing tells what there is.
    var needsListing = false
  }

  private static let interest =
    Int(IN_CLOSE_WRITE) | Int(IN_MOVED_TO) | Int(IN_MOVED_FROM) | Int(IN_CREATE) | Int(IN_DELETE) | Int(IN_MOVE_SELF)

  init(isActive: Bool) { reports = FolderReports(isActive: isActive) }

  /// Begins a listing: folders that are not watched again until ``endListing()`` are watched no more.
  mutating func beginListing() { kept = [] }

  /// Watches an open folder. Returns `false` when the system cannot.
  mutating func watch(_ folder: Int32, _ names: [String]) -> Bool {
    guard let number = reports.watch(folder, PatternReports.interest) else { return false }
    folders[number] = names
    kept.insert(number)
    return true
  }

  /// Ends a listing.
  mutating func endListing() {
    for number in folders.keys where !kept.contains(number) {
      reports.unwatch(number)
      folders[number] = nil
    }
  }

  /// Takes what was reported, without waiting.
  mutating func take() -> Report {
    var report = Report()
    for event in reports.take() { note(event, in: &report) }
    return report
  }

  private mutating func note(_ event: FolderReports.Event, in report: inout Report) {
    if event.endsWatch { folders[event.folder] = nil }
    if event.losesReports { return report.needsListing = true }
    guard FolderPath(event.name) != nil, let names = folders[event.folder] else { return }
    if event.isOfFolder {
      report.needsListing = true
    } else if PatternFormat(fileName: event.name) != nil,
      let path = FolderPath((names + [event.name]).joined(separator: "/"))
    {
      report.files.insert(path)
    }
  }
}
