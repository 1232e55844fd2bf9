import ThrumPattern

struct EventPairing {
  /// One side is `nil` for an added or removed event.
  private(set) var pairs: [(old: Int?, new: Int?)] = []
  private(set) var shift = 0.0

  private let old: [Features]
  private let new: [Features]
  private var oldLeft: [Int]
  private var newLeft: [Int]

  /// Maximum cost of a pair. At a higher cost, the events count as different.
  private static let highest = 3.0
  /// Maximum time between two versions of an event, s.
  private static let window = 0.15
  /// Number of events per version used to determine a common shift.
  private static let sample = 400
  /// Maximum common shift, s.
  private static let longest = 60.0
  /// Number of events of the other version with which an event is compared in one round.
  private static let neighbours = 32

  init<Failure>(_ old: [Event], _ new: [Event], _ work: Work<Failure>) throws(Failure) {
    (self.old, self.new) = (old.map(Features.init), new.map(Features.init))
    oldLeft = old.indices.sorted { (old[$0].time, $0) < (old[$1].time, $1) }
    newLeft = new.indices.sorted { (new[$0].time, $0) < (new[$1].time, $1) }
    // The shift comes first: in a pattern that has moved as a whole, some events match others' old times by chance.
    if let common = commonShift(dominant: true) {
      shift = common
      pairEqual(movedBy: common)
    }
    pairEqual(movedBy: 0)
    if shift == 0, let common = commonShift(dominant: false) {
      shift = common
      pairEqual(movedBy: common)
    }
    pairRescaled()
    try pairSimilar(work)
    pairs += oldLeft.map { ($0, nil) } + newLeft.map { (nil, $0) }
  }

  /// Everything that equal events share, except the time.
  private struct Shape: Hashable {
    let type: EventType
    let values: [Double]
    let sound: String?

    init(_ event: Event, hasLevel: Bool = true) {
      type = event.type
      let levels: [EventParameterID] = hasLevel ? [] : [.hapticIntensity, .audioVolume]
      values =
        EventParameterID.allCases.map { levels.contains($0) ? 0 : event.value(of: $0) } + [event.duration ?? -1]
      sound = event.waveformPath
    }
  }

  /// What two events are compared by.
  private struct Features {
    let time: Double
    var shape: Shape
    private let rest: Shape
    let intensity: Double
    let sharpness: Double
    /// Binary logarithm of the duration.
    let length: Double

    init(_ event: Event) {
      (time, shape, rest) = (event.time, Shape(event), Shape(event, hasLevel: false))
      intensity = event.value(of: .hapticIntensity)
      sharpness = event.value(of: .hapticSharpness)
      length = logarithmBase2(max(0.01, event.duration ?? 0.01))
    }

    /// The event as if all levels were the same.
    var withoutLevel: Features {
      var features = self
      features.shape = rest
      return features
    }

    /// Costs up to ``EventPairing/highest`` make a pair.
    func cost(_ other: Features, shift: Double) -> Double {
      guard shape.type == other.shape.type, shape.sound == other.shape.sound else { return .infinity }
      return abs(other.time - time - shift) / 0.05 + abs(other.intensity - intensity) / 0.4
        + abs(other.sharpness - sharpness) / 0.4 + abs(other.length - length)
    }
  }

  private struct Moment: Hashable {
    let shape: Shape
    let microseconds: Int

    init(_ event: Features, movedBy shift: Double = 0) {
      shape = event.shape
      microseconds = Int((min(1e9, max(-1e9, event.time + shift)) * 1e6).rounded())
    }
  }

  private mutating func pairEqual(movedBy shift: Double) {
    // The last one is the first in the file.
    var places = Dictionary(grouping: newLeft.reversed()) { Moment(new[$0]) }
    var taken: Set<Int> = []
    oldLeft = oldLeft.filter { index in
      guard let found = places[Moment(old[index], movedBy: shift)]?.popLast() else { return true }
      taken.insert(found)
      pairs.append((index, found))
      return false
    }
    newLeft.removeAll(where: taken.contains)
  }

  /// Pairs events that differ only in their level, where a time has one on either side: a change of levels moves
  /// nothing, even if an event then is as strong as its neighbour was.
  private mutating func pairRescaled() {
    let before = Dictionary(grouping: oldLeft) { Moment(old[$0].withoutLevel, movedBy: shift) }
    let after = Dictionary(grouping: newLeft) { Moment(new[$0].withoutLevel) }
    var (oldTaken, newTaken): (Set<Int>, Set<Int>) = ([], [])
    for (moment, olds) in before {
      guard olds.count == 1, let news = after[moment], news.count == 1 else { continue }
      pairs.append((olds[0], news[0]))
      oldTaken.insert(olds[0])
      newTaken.insert(news[0])
    }
    oldLeft.removeAll(where: oldTaken.contains)
    newLeft.removeAll(where: newTaken.contains)
  }

  /// Returns the time by which at least three, and at least half, of the remaining events moved. Events that are
  /// otherwise equal count twice.
  ///
  /// - Parameter dominant: whether this count must be at least twice that of the events that did not move.
  private func commonShift(dominant: Bool) -> Double? {
    let (before, after) = (oldLeft.prefix(EventPairing.sample), newLeft.prefix(EventPairing.sample))
    var weights: [Int: Int] = [:]
    for from in before {
      for to in after where new[to].shape.type == old[from].shape.type {
        let milliseconds = (new[to].time - old[from].time) * 1e3
        guard abs(milliseconds) <= EventPairing.longest * 1e3 else { continue }
        weights[Int((milliseconds * 1e3).rounded()), default: 0] += new[to].shape == old[from].shape ? 2 : 1
      }
    }
    guard let most = weights.max(by: { ($0.value, -abs($0.key), $0.key) < ($1.value, -abs($1.key), $1.key) }),
      most.key != 0, most.value >= 3, 2 * most.value >= min(before.count, after.count),
      !dominant || most.value >= 2 * (weights[0] ?? 0)
    else { return nil }
    return Double(most.key) / 1e6
  }

  private mutating func pairSimilar<Failure>(_ work: Work<Failure>) throws(Failure) {
    // Each round leaves only events whose neighbours found better partners.
    for _ in 0..<EventPairing.rounds {
      guard !oldLeft.isEmpty, !newLeft.isEmpty, try pairNeighbours(work) else { break }
    }
    pairInOrder()
  }

  private static let rounds = 4

  /// Pairs what is left of crowds, event after event.
  private mutating func pairInOrder() {
    func crowds(_ left: [Int], _ events: [Features]) -> [Crowd.Kind: Crowd] {
      Dictionary(grouping: left) { Crowd.Kind(events[$0]) }.mapValues { Crowd($0.map { (events[$0], $0) }) }
    }
    let (before, after) = (crowds(oldLeft, old), crowds(newLeft, new))
    var (oldTaken, newTaken): (Set<Int>, Set<Int>) = ([], [])
    for (kind, crowd) in before {
      guard let others = after[kind]?.sorted else { continue }
      var next = 0
      for (event, index) in crowd.sorted {
        while next < others.count, others[next].event.time < event.time + shift - EventPairing.window { next += 1 }
        guard next < others.count, event.cost(others[next].event, shift: shift) <= EventPairing.highest else {
          continue
        }
        pairs.append((index, others[next].place))
        oldTaken.insert(index)
        newTaken.insert(others[next].place)
        next += 1
      }
    }
    oldLeft.removeAll(where: oldTaken.contains)
    newLeft.removeAll(where: newTaken.contains)
  }

  /// Pairs the most similar events first. Returns whether any pair was found.
  private mutating func pairNeighbours<Failure>(_ work: Work<Failure>) throws(Failure) -> Bool {
    var candidates: [(cost: Double, old: Int, new: Int)] = []
    let crowd = Crowd(newLeft.map { (new[$0], $0) })
    for (number, index) in oldLeft.enumerated() {
      try work.check(at: number)
      for place in crowd.near(old[index], shift: shift, window: EventPairing.window, most: EventPairing.neighbours) {
        let cost = old[index].cost(new[place], shift: shift)
        if cost <= EventPairing.highest { candidates.append((cost, index, place)) }
      }
    }
    candidates.sort { ($0.cost, $0.old, $0.new) < ($1.cost, $1.old, $1.new) }
    var (oldTaken, newTaken): (Set<Int>, Set<Int>) = ([], [])
    for (_, from, to) in candidates where !oldTaken.contains(from) && !newTaken.contains(to) {
      oldTaken.insert(from)
      newTaken.insert(to)
      pairs.append((from, to))
    }
    oldLeft.removeAll(where: oldTaken.contains)
    newLeft.removeAll(where: newTaken.contains)
    return !oldTaken.isEmpty
  }

  /// Events of one version, to be searched by time and, among simultaneous ones, by intensity.
  private struct Crowd {
    struct Kind: Hashable {
      let type: EventType
      let sound: String?

      init(_ event: Features) { (type, sound) = (event.shape.type, event.shape.sound) }
    }

    /// Sorted by time, then intensity and sharpness.
    let sorted: [(event: Features, place: Int)]

    init(_ events: [(event: Features, place: Int)]) { sorted = events.sorted { Crowd.key($0) < Crowd.key($1) } }

    private static func key(_ item: (event: Features, place: Int)) -> (Double, Double, Double, Int) {
      (item.event.time, item.event.intensity, item.event.sharpness, item.place)
    }

    /// Returns the places of the events within a window, or, of more than `most`, of those closest to the event.
    func near(_ event: Features, shift: Double, window: Double, most: Int) -> [Int] {
      let time = event.time + shift
      let first = sorted.partitioningIndex { $0.event.time >= time - window }
      var end = first
      while end < sorted.count, end - first <= most, sorted[end].event.time <= time + window { end += 1 }
      guard end - first > most else { return sorted[first..<end].map({ $0.place }) }
      let own = sorted.partitioningIndex { Crowd.key($0) >= (time, event.intensity, event.sharpness, 0) }
      let low = max(first, own - most / 2)
      return sorted[low..<min(sorted.count, low + most)].map { $0.place }
    }
  }
}
