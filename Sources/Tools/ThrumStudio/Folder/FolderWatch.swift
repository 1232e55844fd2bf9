import CLinux
import FoundationEssentials
import Glibc
import Synchronization
import ThrumFormats
import ThrumSystem

/// Watches the folder with inotify, for all pages.
///
/// Where inotify misses changes (network file systems, limit on watches), also lists the folder periodically, using at
/// most 1 % of a processor.
final class FolderWatch: Sendable {
  struct Subscription {
    fileprivate let number: Int
  }

  private struct Reader {
    /// Eventfd that signals changes found by another page's call, or −1.
    var wake: Int32
    var changes: [String?] = []
  }

  private struct State: ~Copyable {
    var reports: PatternReports
    var misses: Bool
    var files: [PathKey: FolderListing.File] = [:]
    var readers: [Int: Reader] = [:]
    var lastNumber = 0
    var needsListing = false
    /// In monotonic seconds.
    var nextListing = 0.0
  }

  private let folder: StudioFolder?
  /// Readable when there are reports, or −1.
  let descriptor: Int32
  private let state: Mutex<State>
  private let clock: @Sendable () -> Double

  /// Minimum intervals between listings, s.
  private static let (reportedInterval, pollInterval) = (0.1, 2.0)
  /// Minimum ratio of the interval between listings to the duration of one.
  private static let costFactor = 100.0

  /// - Parameter clock: monotonic seconds.
  init(
    _ folder: StudioFolder?, hasReports: Bool = true,
    clock: @escaping @Sendable () -> Double = { ProcessInfo.processInfo.systemUptime }
  ) {
    let reports = PatternReports(isActive: folder != nil && hasReports)
    self.folder = folder
    self.clock = clock
    descriptor = reports.descriptor
    state = Mutex(State(reports: reports, misses: folder?.isRemote ?? false))
  }

  func subscribe(wake: Int32 = -1) -> Subscription {
    state.withLock { state in
      if state.readers.isEmpty { list(&state, clock()) }
      state.lastNumber += 1
      state.readers[state.lastNumber] = Reader(wake: wake)
      return Subscription(number: state.lastNumber)
    }
  }

  /// Ends a subscription. Ending the last also ends the watch.
  func unsubscribe(_ subscription: Subscription) {
    state.withLock { state in
      state.readers[subscription.number] = nil
      guard state.readers.isEmpty else { return }
      state.reports.beginListing()
      state.reports.endListing()
    }
  }

  var isPolling: Bool { state.withLock { $0.misses } }

  /// Returns the paths changed since the last call. A `nil` element means that files were added or removed.
  func changes(for subscription: Subscription) -> [String?] {
    guard folder != nil else { return [] }
    return state.withLock { state in
      let found = look(&state)
      for number in found.isEmpty ? [] : Array(state.readers.keys) {
        let new = found.filter { !(state.readers[number]?.changes.contains($0) ?? true) }
        state.readers[number]?.changes += new
        if number != subscription.number, let wake = state.readers[number]?.wake, wake >= 0 { thrum_event_raise(wake) }
      }
      defer { state.readers[subscription.number]?.changes = [] }
      return state.readers[subscription.number]?.changes ?? []
    }
  }

  private func look(_ state: inout State) -> [String?] {
    let report = state.reports.take()
    if report.needsListing { state.needsListing = true }
    let now = clock()
    guard state.needsListing || state.misses, now >= state.nextListing else { return compare(report.files, &state) }
    let old = state.files
    list(&state, now)
    let changed = state.files.keys.filter { old[$0] != nil && old[$0] != state.files[$0] }.sorted()
    return changed.map { .some($0.path) } + (Set(old.keys) == Set(state.files.keys) ? [] : [nil])
  }

  private func list(_ state: inout State, _ now: Double) {
    guard let folder else { return }
    state.needsListing = false
    state.misses = folder.isRemote
    state.reports.beginListing()
    var isComplete = true
    let listing = FolderListing(folder) { names, place in
      if !state.reports.watch(place, names) { isComplete = false }
    }
    state.reports.endListing()
    if !isComplete { state.misses = true }
    state.files = Dictionary(listing.files.map { (PathKey($0.path), $0) }) { first, _ in first }
    let interval = state.misses ? FolderWatch.pollInterval : FolderWatch.reportedInterval
    state.nextListing = now + max(interval, (clock() - now) * FolderWatch.costFactor)
  }

  private func compare(_ paths: Set<FolderPath>, _ state: inout State) -> [String?] {
    guard let folder, !paths.isEmpty else { return [] }
    let shown = folder.shownPaths
    var (changed, hasOthers): ([String?], Bool) = ([], false)
    for path in paths.sorted(by: { $0.text < $1.text }) where shown?.contains(path.text) ?? true {
      let (old, new) = (state.files[PathKey(path.text)], folder.listed(path))
      state.files[PathKey(path.text)] = new
      if let old, let new, old != new { changed.append(path.text) }
      if (old == nil) != (new == nil) { hasOthers = true }
    }
    return changed + (hasOthers ? [nil] : [])
  }
}

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
