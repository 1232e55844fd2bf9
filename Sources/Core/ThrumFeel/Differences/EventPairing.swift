import ThrumPattern

struct EventPairing {
  /// One side is `nil` for an added or removed event.
  private(set) var pairs: [(old: Int?, new: Int?)] = []
  private(set) var shift = 0.0

  private let old: [Event]
  private let new: [Event]
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

  init(_ old: [Event], _ new: [Event]) {
    (self.old, self.new) = (old, new)
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
    pairSimilar()
    pairs += oldLeft.map { ($0, nil) } + newLeft.map { (nil, $0) }
  }

  /// Everything that equal events share, except the time.
  private struct Shape: Hashable {
    let type: EventType
    let values: [Double]
    let sound: String?

    init(_ event: Event) {
      type = event.type
      values = EventParameterID.allCases.map { event.value(of: $0) } + [event.duration ?? -1]
      sound = event.waveformPath
    }
  }

  private struct Moment: Hashable {
    let shape: Shape
    let microseconds: Int

    init(_ event: Event, movedBy shift: Double = 0) {
      shape = Shape(event)
      microseconds = Int((min(1e9, max(-1e9, event.time + shift)) * 1e6).rounded())
    }
  }

  private mutating func pairEqual(movedBy shift: Double) {
    var places = Dictionary(grouping: newLeft) { Moment(new[$0]) }
    var taken: Set<Int> = []
    oldLeft = oldLeft.filter { index in
      guard let found = places[Moment(old[index], movedBy: shift)]?.first else { return true }
      places[Moment(old[index], movedBy: shift)]?.removeFirst()
      taken.insert(found)
      pairs.append((index, found))
      return false
    }
    newLeft.removeAll(where: taken.contains)
  }

  /// Returns the time by which at least three, and at least half, of the remaining events moved. Events that are
  /// otherwise equal count twice.
  ///
  /// - Parameter dominant: whether this count must be at least twice that of the events that did not move.
  private func commonShift(dominant: Bool) -> Double? {
    let (before, after) = (oldLeft.prefix(EventPairing.sample), newLeft.prefix(EventPairing.sample))
    var weights: [Int: Int] = [:]
    let shapes = Dictionary(uniqueKeysWithValues: after.map { ($0, Shape(new[$0])) })
    for from in before {
      let shape = Shape(old[from])
      for to in after where new[to].type == old[from].type {
        let milliseconds = (new[to].time - old[from].time) * 1e3
        guard abs(milliseconds) <= EventPairing.longest * 1e3 else { continue }
        weights[Int((milliseconds * 1e3).rounded()), default: 0] += shapes[to] == shape ? 2 : 1
      }
    }
    guard let most = weights.max(by: { ($0.value, -abs($0.key), $0.key) < ($1.value, -abs($1.key), $1.key) }),
      most.key != 0, most.value >= 3, 2 * most.value >= min(before.count, after.count),
      !dominant || most.value >= 2 * (weights[0] ?? 0)
    else { return nil }
    return Double(most.key) / 1e6
  }

  private mutating func pairSimilar() {
    var candidates: [(cost: Double, old: Int, new: Int)] = []
    var first = 0
    for index in oldLeft {
      let time = old[index].time + shift
      while first < newLeft.count, new[newLeft[first]].time < time - EventPairing.window { first += 1 }
      for other in newLeft[first...].prefix(while: { new[$0].time <= time + EventPairing.window }) {
        let cost = cost(old[index], new[other])
        if cost <= EventPairing.highest { candidates.append((cost, index, other)) }
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
  }

  private func cost(_ a: Event, _ b: Event) -> Double {
    guard a.type == b.type, a.waveformPath == b.waveformPath else { return .infinity }
    let lengths = (max(0.01, a.duration ?? 0.01), max(0.01, b.duration ?? 0.01))
    return abs(b.time - a.time - shift) / 0.05
      + abs(b.value(of: .hapticIntensity) - a.value(of: .hapticIntensity)) / 0.4
      + abs(b.value(of: .hapticSharpness) - a.value(of: .hapticSharpness)) / 0.4
      + abs(logarithmBase2(lengths.1 / lengths.0))
  }
}
