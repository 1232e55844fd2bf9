import CRealtime
import FoundationEssentials
import Synchronization

/// Notices what changes in the folder, once for all pages: the system reports it, and an idle folder costs nothing.
///
/// Where the system does not report everything, as over a network or beyond its limit of watches, the folder is also listed
/// now and then, which takes at most a hundredth of a processor.
///
/// - Thread: any.
final class FolderWatch: Sendable {
  /// A page that wants to hear of changes.
  struct Subscription {
    fileprivate let number: Int
  }

  private struct Reader {
    /// An eventfd that is raised when another page's look has found something; −1 for none.
    var wake: Int32
    var changes: [String?] = []
  }

  private struct State: ~Copyable {
    var reports: PatternReports
    /// Whether something may change that the system does not report.
    var misses: Bool
    var files: [String: FolderListing.File] = [:]
    var readers: [Int: Reader] = [:]
    var lastNumber = 0
    var needsListing = false
    /// When the folder may be listed next, monotonic s.
    var nextListing = 0.0
  }

  private let folder: StudioFolder?
  /// Readable when the system has reported something; −1 without reports.
  let descriptor: Int32
  private let state: Mutex<State>
  private let clock: @Sendable () -> Double

  /// Seconds between two listings because of what was reported, and because not everything is.
  private static let (reportedInterval, pollInterval) = (0.1, 2.0)
  /// The interval is at least this many times as long as a listing takes.
  private static let costFactor = 100.0

  /// - Parameters:
  ///   - hasReports: whether the system is asked to report.
  ///   - clock: monotonic seconds.
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

  /// Reports changes from now on; `wake` is raised for those that another page has found.
  func subscribe(wake: Int32 = -1) -> Subscription {
    state.withLock { state in
      if state.readers.isEmpty { list(&state, clock()) }
      state.lastNumber += 1
      state.readers[state.lastNumber] = Reader(wake: wake)
      return Subscription(number: state.lastNumber)
    }
  }

  /// Ends a subscription. Without any, nothing is watched.
  func unsubscribe(_ subscription: Subscription) {
    state.withLock { state in
      state.readers[subscription.number] = nil
      guard state.readers.isEmpty else { return }
      state.reports.beginListing()
      state.reports.endListing()
    }
  }

  /// Whether the folder is listed now and then because the system does not report everything.
  var isPolling: Bool { state.withLock { $0.misses } }

  /// What has changed since the last call: paths of files, and `nil` when files came or went.
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
    return changed.map(Optional.some) + (Set(old.keys) == Set(state.files.keys) ? [] : [nil])
  }

  /// Lists the folder and watches what it holds.
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
    state.files = Dictionary(listing.files.map { ($0.path, $0) }) { first, _ in first }
    let interval = state.misses ? FolderWatch.pollInterval : FolderWatch.reportedInterval
    state.nextListing = now + max(interval, (clock() - now) * FolderWatch.costFactor)
  }

  /// Looks at files that were reported.
  private func compare(_ paths: Set<FolderPath>, _ state: inout State) -> [String?] {
    guard let folder, !paths.isEmpty else { return [] }
    let shown = folder.shownPaths
    var (changed, hasOthers): ([String?], Bool) = ([], false)
    for path in paths.sorted(by: { $0.text < $1.text }) where shown?.contains(path.text) ?? true {
      let (old, new) = (state.files[path.text], folder.listed(path))
      state.files[path.text] = new
      if let old, let new, old != new { changed.append(path.text) }
      if (old == nil) != (new == nil) { hasOthers = true }
    }
    return changed + (hasOthers ? [nil] : [])
  }
}
