/// An environment's events in chronological order.
public struct Timeline: Equatable, Sendable {
  /// Entries by time, then by order of arrival.
  public var entries: [TimelineEntry]
  /// Number of old entries dropped.
  public var forgotten: Int
  /// Length in seconds.
  public var end: Double

  /// Creates a timeline and sorts the entries by time.
  public init(_ entries: [TimelineEntry] = [], forgotten: Int = 0, end: Double = 0) {
    let isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.time <= $1.time }
    self.entries = isSorted ? entries : entries.sorted { $0.time < $1.time }
    self.forgotten = forgotten
    self.end = end
  }

  /// Returns the entries about one engine and about the device.
  public func of(engine: Int) -> Timeline {
    Timeline(entries.filter { $0.engine == engine || $0.engine == 0 }, forgotten: forgotten, end: end)
  }

  /// Returns the entries within a time range in seconds.
  public func between(_ range: ClosedRange<Double>) -> Timeline {
    Timeline(entries.filter { range.contains($0.time) }, forgotten: forgotten, end: end)
  }
}

struct TimelineLog: Sendable {
  private var entries: [TimelineEntry] = []
  private var first = 0
  private(set) var forgotten = 0
  let capacity: Int

  init(capacity: Int) { self.capacity = max(16, capacity) }

  mutating func append(_ entry: TimelineEntry) {
    if entries.count < capacity {
      entries.append(entry)
    } else {
      entries[first] = entry
      first = (first + 1) % capacity
      forgotten += 1
    }
  }

  func entries(from number: Int) -> (entries: [TimelineEntry], next: Int) {
    let next = forgotten + entries.count
    let count = min(max(0, next - number), entries.count)
    let found = (entries.count - count..<entries.count).map { entries[(first + $0) % entries.count] }
    return (found, next)
  }

  func timeline(end: Double) -> Timeline {
    Timeline(Array(entries[first...] + entries[..<first]), forgotten: forgotten, end: end)
  }
}
