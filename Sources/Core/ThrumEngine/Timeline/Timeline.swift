import ThrumDevice
import ThrumPattern
import ThrumRender

/// An environment's events in chronological order.
public struct Timeline: Equatable, Sendable {
  /// Entries by time, then by order of arrival.
  public var entries: [TimelineEntry]
  /// Number of old entries dropped.
  public var forgotten: Int
  /// Length in seconds.
  public var end: Double
  /// Calls that block their caller on a phone, in chronological order. Not part of the text or JSON.
  public var waits: [CallWait] = []

  /// Creates a timeline and sorts the entries by time.
  public init(_ entries: [TimelineEntry] = [], forgotten: Int = 0, end: Double = 0) {
    let isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.time <= $1.time }
    self.entries = isSorted ? entries : entries.sorted { $0.time < $1.time }
    self.forgotten = forgotten
    self.end = end
  }

  /// Returns the entries about one engine and about the device.
  public func of(engine: Int) -> Timeline {
    part { $0.engine == engine || $0.engine == 0 }
  }

  /// Returns the entries within a time range in seconds.
  public func between(_ range: ClosedRange<Double>) -> Timeline {
    var result = part { range.contains($0.time) }
    result.waits.removeAll { !range.contains($0.time) }
    return result
  }

  private func part(_ isIncluded: (TimelineEntry) -> Bool) -> Timeline {
    var result = self
    result.entries.removeAll { !isIncluded($0) }
    return result
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

/// Where a ramp reaches its value.
public struct RampEnd: Equatable, Sendable {
  /// Frame of the run.
  public var frame: SampleTime
  /// Seconds since the environment was created.
  public var time: Double

  /// Creates an end.
  package init(frame: SampleTime, time: Double) {
    self.frame = frame
    self.time = time
  }
}
