import ThrumPattern

/// Events of one version, to be searched by time and, among simultaneous ones, by intensity.
struct EventCrowd {
  /// Sorted by time, then intensity and sharpness.
  let sorted: [(event: EventSides.Features, place: Int)]

  init(_ events: [(event: EventSides.Features, place: Int)]) {
    sorted = events.sorted { EventCrowd.key($0) < EventCrowd.key($1) }
  }

  private static func key(_ item: (event: EventSides.Features, place: Int)) -> (Double, Double, Double, Int) {
    (item.event.time, item.event.intensity, item.event.sharpness, item.place)
  }

  /// Returns the places of the events within a window, or, of more than `most`, of those closest to the event.
  func near(_ event: EventSides.Features, at time: Double, window: Double, most: Int) -> [Int] {
    let first = sorted.partitioningIndex { $0.event.time >= time - window }
    var end = first
    while end < sorted.count, end - first <= most, sorted[end].event.time <= time + window { end += 1 }
    guard end - first > most else { return sorted[first..<end].map { $0.place } }
    let own = sorted.partitioningIndex { EventCrowd.key($0) >= (time, event.intensity, event.sharpness, 0) }
    let low = max(first, own - most / 2)
    return sorted[low..<min(sorted.count, low + most)].map { $0.place }
  }
}
