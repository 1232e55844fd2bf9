import Glibc
import ThrumFormats
import ThrumSystem

struct PatternReports: ~Copyable {
  private var reports: FolderReports
  private var folders: [Int32: [String]] = [:]
  private var kept: Set<Int32> = []

  var descriptor: Int32 { reports.descriptor }

  struct Report {
    var files: Set<FolderPath> = []
    /// Whether folders were added or removed, or reports were lost.
    var needsListing = false
  }

  private static let interest =
    Int(IN_CLOSE_WRITE) | Int(IN_MOVED_TO) | Int(IN_MOVED_FROM) | Int(IN_CREATE) | Int(IN_DELETE) | Int(IN_MOVE_SELF)

  init(isActive: Bool) { reports = FolderReports(isActive: isActive) }

  /// ``endListing()`` drops folders that were not watched again.
  mutating func beginListing() { kept = [] }

  /// Returns `false` if the system cannot watch the folder.
  mutating func watch(_ folder: Int32, _ names: [String]) -> Bool {
    guard let number = reports.watch(folder, PatternReports.interest) else { return false }
    folders[number] = names
    kept.insert(number)
    return true
  }

  mutating func endListing() {
    for number in folders.keys where !kept.contains(number) {
      reports.unwatch(number)
      folders[number] = nil
    }
  }

  mutating func take() -> Report {
    var report = Report()
    for event in reports.take() { note(event, in: &report) }
    return report
  }

  private mutating func note(_ event: FolderReports.Event, in report: inout Report) {
    if event.endsWatch { folders[event.folder] = nil }
    if event.losesReports {
      report.needsListing = true
      return
    }
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
