/// What happened in an environment, in the order of time.
public struct Timeline: Equatable, Sendable {
  /// What happened; of equal times, what was known first.
  public var entries: [TimelineEntry]
  /// Entries that were forgotten because there were too many; the oldest go first.
  public var forgotten: Int
  /// Seconds from the environment's beginning to the moment of asking.
  public var end: Double

  /// Makes a timeline; sorts the entries by time.
  public init(_ entries: [TimelineEntry] = [], forgotten: Int = 0, end: Double = 0) {
    let isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.time <= $1.time }
    self.entries = isSorted ? entries : entries.sorted { $0.time < $1.time }
    self.forgotten = forgotten
    self.end = end
  }

  /// What happened to one engine, and to the device.
  public func of(engine: Int) -> Timeline {
    Timeline(entries.filter { $0.engine == engine || $0.engine == 0 }, forgotten: forgotten, end: end)
  }

  /// What happened in a stretch of time, seconds.
  public func between(_ range: ClosedRange<Double>) -> Timeline {
    Timeline(entries.filter { range.contains($0.time) }, forgotten: forgotten, end: end)
  }
}

/// Collects the newest entries, up to a number of them. Cost of an entry: constant.
///
/// - Thread: any, under its environment's lock.
struct TimelineLog: Sendable {
  private var entries: [TimelineEntry] = []
  private var first = 0
  private(set) var forgotten = 0
  let capacity: Int

  init(capacity: Int) { self.capacity = max(16, capacity) }

  /// Adds an entry; when there is no room, the oldest goes.
  mutating func append(_ entry: TimelineEntry) {
    if entries.count < capacity {
      entries.append(entry)
    } else {
      entries[first] = entry
      first = (first + 1) % capacity
      forgotten += 1
    }
  }

  /// The entries from a number on, in the order in which they came, and the number to ask for next; what has been
  /// forgotten is left out.
  func entries(from number: Int) -> (entries: [TimelineEntry], next: Int) {
    let next = forgotten + entries.count
    let count = min(max(0, next - number), entries.count)
    let found = (entries.count - count..<entries.count).map { entries[(first + $0) % entries.count] }
    return (found, next)
  }

  /// All entries, sorted by time.
  func timeline(end: Double) -> Timeline {
    Timeline(Array(entries[first...] + entries[..<first]), forgotten: forgotten, end: end)
  }
}
