import ThrumPattern

/// What is felt as one: a transient, or continuous events that adjoin, as converters and recorders write an envelope.
struct FeelStretch: Sendable {
  /// Places in the sorted events.
  private(set) var members: [Int]
  let isTap: Bool
  let start: Double
  private(set) var end: Double
  /// When the first of the strongest members is loudest, s.
  private(set) var loudest: Double
  /// Highest effective intensity of the members.
  private(set) var intensity: Double
  /// Whether it is a transient, or one continuous event that nothing changes: such a one is as strong anywhere.
  private(set) var isPlain: Bool

  /// Longest gap between continuous events that adjoin, and how far they may overlap, s.
  private static let gap = 0.03, overlap = 0.02
  /// A longer event that adjoins a much weaker or stronger one is another event, s.
  private static let short = 0.1
  /// Ratio of intensities above which one is much stronger.
  private static let muchStronger = 2.0
  /// Longest stretch, s.
  private static let longest = 60.0

  /// A single event.
  init(_ place: Int, _ event: FeelEvent) {
    (members, isTap, isPlain) = ([place], event.isTap, event.isPlain)
    (start, end, loudest, intensity) = (event.time, max(event.time, event.end), event.loudest, event.intensity)
  }

  /// - Parameter events: sorted by time.
  static func stretches(of events: [FeelEvent]) -> [FeelStretch] {
    var stretches: [FeelStretch] = []
    let holds = events.indices.filter { !events[$0].isTap && events[$0].intensity > 0 }
    var ending = holds.sorted { (events[$0].end, $0) < (events[$1].end, $1) }[...]
    // Of each event, its stretch; of each stretch, how many members may be continued.
    var owners = [Int](repeating: 0, count: events.count)
    var alive: [Int] = []
    // Stretches that the next event may continue, with some that it may not, and how many it may.
    var open: [Int] = []
    var count = 0
    for (place, event) in events.enumerated() {
      guard !event.isTap, event.intensity > 0 else {
        stretches.append(FeelStretch(place, event))
        alive.append(0)
        continue
      }
      while let next = ending.first, events[next].end + gap < event.time {
        alive[owners[next]] -= 1
        if alive[owners[next]] == 0 { count -= 1 }
        ending.removeFirst()
      }
      if count <= most { open.removeAll { alive[$0] == 0 } }
      if count <= most, let next = open.first(where: { stretches[$0].isContinued(by: event, after: events) }) {
        stretches[next].add(place, event)
        owners[place] = next
      } else {
        owners[place] = stretches.count
        open.append(stretches.count)
        count += 1
        stretches.append(FeelStretch(place, event))
        alive.append(0)
      }
      alive[owners[place]] += 1
    }
    return stretches
  }

  /// In a larger crowd, an event does not continue another: nobody writes one envelope as so many at once.
  private static let most = 4

  private func isContinued(by event: FeelEvent, after events: [FeelEvent]) -> Bool {
    guard let last = members.last else { return false }
    let before = events[last]
    let close = min(before.end, before.time + before.length)
    let shorter = min(before.end - before.time, event.end - event.time)
    // What fills touch's window is felt by itself.
    guard shorter < FeltMeter.windowSeconds, event.time >= close - min(FeelStretch.overlap, 0.5 * shorter),
      event.end - start <= FeelStretch.longest
    else { return false }
    return shorter < FeelStretch.short
      || max(before.intensity, event.intensity) <= FeelStretch.muchStronger * min(before.intensity, event.intensity)
  }

  private mutating func add(_ place: Int, _ event: FeelEvent) {
    members.append(place)
    end = max(end, event.end)
    if event.intensity > intensity { (intensity, loudest) = (event.intensity, event.loudest) }
    isPlain = false
  }
}

/// The form of a continuous event that no control changes: events of one form differ only in time and intensity.
struct FeelForm: Equatable {
  private let seconds, attack, decay, release, sharpness: Double
  private let isSustained: Bool

  /// `nil` for other stretches.
  init?(_ stretch: FeelStretch, in events: FeelEvents) {
    let place = events.sorted[stretch.members[0]]
    guard stretch.members.count == 1, place.isUncontrolled, !place.isTap,
      case .event(let event) = events.patterns[place.part].entries[place.entry]
    else { return nil }
    seconds = event.sustainSeconds ?? .infinity
    (attack, decay, release) = (
      event.value(of: .attackTime), event.value(of: .decayTime), event.value(of: .releaseTime)
    )
    (isSustained, sharpness) = (event.isSustained, place.sharpness)
  }
}
