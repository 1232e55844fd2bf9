import ThrumPattern

/// One way to explain how the events of one version became those of another, and its price: the lower, the likelier.
///
/// Events that are equal, and where they were (or all moved by the file's shift), cost nothing. Changing a level in
/// place is cheap, moving several events by the same time costs once and a little for each, moving one event alone
/// costs more, and adding or removing one costs most.
struct EventExplanation {
  /// What is looked for first, once equal events are paired.
  enum Order: CaseIterable {
    case placesFirst, movesFirst
  }

  let shift: Double
  private(set) var pairs: [(old: Int, new: Int)] = []
  /// Removed events, by time.
  private(set) var oldLeft: [Int]
  /// Added events, by time.
  private(set) var newLeft: [Int]
  private(set) var price = 0.0

  private let sides: EventSides
  /// Times by which groups of events moved beyond the shift, s.
  private var moves: [Double] = []

  init<Failure>(
    _ sides: EventSides, shift: Double, order: Order, _ work: Work<Failure>
  ) throws(Failure) {
    self.init(sides, shift: shift)
    pairEqual()
    if order == .placesFirst { pairInPlace { $0.rest } }
    try pairGroups(work)
    if order == .movesFirst { pairInPlace { $0.rest } }
    pairInPlace { $0.kind }
    // Each round leaves only events whose neighbours found better partners.
    for _ in 0..<EventExplanation.rounds {
      guard !oldLeft.isEmpty, !newLeft.isEmpty, try pairCheapest(work) else { break }
    }
    pairInOrder()
    price = total
  }

  private init(_ sides: EventSides, shift: Double) {
    self.sides = sides
    self.shift = shift
    func byTime(_ events: [EventSides.Features]) -> [Int] {
      events.indices.sorted { (events[$0].time, $0) < (events[$1].time, $1) }
    }
    (oldLeft, newLeft) = (byTime(sides.old), byTime(sides.new))
  }

  // MARK: Prices

  /// At this price, two events are no pair.
  private static let highest = 3.0
  /// Price of an added or a removed event.
  private static let alone = 1.5
  /// Price of a shift, and of each further time by which a group moved.
  private static let group = 1.0
  /// Price of each event that moved with a group.
  private static let member = 0.25
  /// Maximum time between two versions of an event of which more than time and level changed, s.
  private static let window = 0.15
  /// Times closer than this are one, s: files are written with whole milliseconds.
  private static let tolerance = 0.001
  /// Maximum time by which events move, s.
  private static let longest = 60.0
  /// Number of events that are asked by what time they moved.
  private static let sample = 400
  /// Number of events of the other version with which an event is compared.
  private static let neighbours = 32
  private static let rounds = 4
  private static let mostGroups = 24

  private var total: Double {
    let used = Set(pairs.compactMap { move($0.old, $0.new) })
    // Events that a shift of all others left in place need no further number.
    let groups = used.filter { abs(moves[$0] + shift) > EventExplanation.tolerance }.count + (shift == 0 ? 0 : 1)
    return pairs.reduce(EventExplanation.group * Double(groups)) { $0 + price($1.old, $1.new) }
      + EventExplanation.alone * Double(oldLeft.count + newLeft.count)
  }

  private func moved(_ from: Int, _ to: Int) -> Double { sides.new[to].time - sides.old[from].time - shift }

  /// Returns the group with which an event moved.
  private func move(_ from: Int, _ to: Int) -> Int? {
    let time = moved(from, to)
    guard abs(time) > 1e-6 else { return nil }
    return moves.firstIndex { abs($0 - time) <= EventExplanation.tolerance }
  }

  private func price(_ from: Int, _ to: Int) -> Double {
    let (old, new, time) = (sides.old[from], sides.new[to], abs(moved(from, to)))
    guard old.kind == new.kind else { return .infinity }
    let isRescaled = old.rest == new.rest
    let values =
      old.shape == new.shape ? 0 : isRescaled ? 0.1 + abs(new.intensity - old.intensity) / 10 : old.distance(new)
    if time <= 1e-6 { return values }
    if move(from, to) != nil { return values + EventExplanation.member }
    // An event of which nothing stayed is another event, unless all differences are small.
    var least = old.distance(new) + time / 0.05 + 0.75 * Double(1 + old.changes(new))
    if old.shape == new.shape {
      // The more events look like it, the less likely it is this one that moved so far.
      least = min(least, 1.25 + min(2, time / 0.5) * (1 - 1 / Double(sides.shapeCounts[old.shape])))
    } else if isRescaled, sides.restCounts[old.rest] == 1 {
      least = min(least, 1.75 + values + min(1.2, time / 0.5))
    }
    return least
  }

  // MARK: Steps

  private mutating func take(_ found: [(old: Int, new: Int)]) {
    guard !found.isEmpty else { return }
    pairs += found
    let (olds, news) = (Set(found.map { $0.old }), Set(found.map { $0.new }))
    oldLeft.removeAll(where: olds.contains)
    newLeft.removeAll(where: news.contains)
  }

  private struct Moment: Hashable {
    let number: Int
    let microseconds: Int

    init(_ number: Int, _ time: Double) {
      self.number = number
      microseconds = Int(saturating: (min(2e9, max(-2e9, time)) * 1e6).rounded())
    }
  }

  private mutating func pairEqual() {
    // The last one is the first in the file.
    var places = Dictionary(grouping: newLeft.reversed()) { Moment(sides.new[$0].shape, sides.new[$0].time) }
    take(
      oldLeft.compactMap { from in
        let event = sides.old[from]
        return places[Moment(event.shape, event.time + shift)]?.popLast().map { (from, $0) }
      })
  }

  /// Pairs events that share a property and the time, where a time has one of them on either side.
  private mutating func pairInPlace(_ property: (EventSides.Features) -> Int) {
    func before(_ from: Int) -> Moment { Moment(property(sides.old[from]), sides.old[from].time + shift) }
    let counts = oldLeft.reduce(into: [:]) { counts, from in counts[before(from), default: 0] += 1 }
    let after = Dictionary(grouping: newLeft) { Moment(property(sides.new[$0]), sides.new[$0].time) }
    take(
      oldLeft.compactMap { from in
        let moment = before(from)
        guard counts[moment] == 1, let news = after[moment], news.count == 1,
          price(from, news[0]) < EventExplanation.highest
        else { return nil }
        return (from, news[0])
      })
  }

  /// Pairs events that moved by the same time, the largest group first.
  private mutating func pairGroups<Failure>(_ work: Work<Failure>) throws(Failure) {
    for _ in 0..<EventExplanation.mostGroups {
      try work.check()
      guard let move = commonMove() else { return }
      let found = group(movedBy: move)
      let equal = found.filter { sides.old[$0.old].shape == sides.new[$0.new].shape }.count
      guard found.count >= (equal > 0 ? 2 : 3) else { return }
      moves.append(move)
      take(found)
    }
  }

  /// Returns the time by which most of the remaining events moved beyond the shift, if several did.
  private func commonMove() -> Double? {
    let step = max(1, oldLeft.count / EventExplanation.sample)
    let after = Dictionary(grouping: newLeft) { sides.new[$0].rest }
    var votes: [Int: (weight: Int, time: Double)] = [:]
    for place in stride(from: 0, to: oldLeft.count, by: step) {
      let (from, event) = (oldLeft[place], sides.old[oldLeft[place]])
      guard let others = after[event.rest] else { continue }
      let own = others.partitioningIndex { sides.new[$0].time >= event.time + shift }
      for to in others[max(0, own - EventExplanation.neighbours)..<min(others.count, own + EventExplanation.neighbours)]
      {
        let time = moved(from, to)
        guard abs(time) > EventExplanation.tolerance, abs(time) <= EventExplanation.longest else { continue }
        let weight = sides.new[to].shape == event.shape ? 2 : 1
        let key = Int(saturating: (time * 1000).rounded())
        votes[key] = (weight + (votes[key]?.weight ?? 0), votes[key]?.time ?? time)
      }
    }
    let most = votes.max {
      ($0.value.weight, -abs($0.value.time), $0.key) < ($1.value.weight, -abs($1.value.time), $1.key)
    }
    guard let most, most.value.weight >= 3 else { return nil }
    return most.value.time
  }

  /// Returns the remaining events that are equal, or equal but for their level, once moved by a time.
  private func group(movedBy move: Double) -> [(old: Int, new: Int)] {
    let after = Dictionary(grouping: newLeft) { sides.new[$0].rest }
    var taken: Set<Int> = []
    return [true, false].flatMap { isEqual in
      oldLeft.compactMap { from in
        let event = sides.old[from]
        let time = event.time + shift + move
        guard let others = after[event.rest] else { return nil }
        let first = others.partitioningIndex { sides.new[$0].time >= time - EventExplanation.tolerance }
        let to = others[first...].prefix(EventExplanation.neighbours).first {
          abs(sides.new[$0].time - time) <= EventExplanation.tolerance && !taken.contains($0)
            && (sides.new[$0].shape == event.shape) == isEqual
        }
        guard let to else { return nil }
        taken.insert(to)
        return (from, to)
      }
    }
  }

  /// Returns the time by which most events of the file may have moved.
  static func commonShift(_ sides: EventSides) -> Double? {
    let whole = EventExplanation(sides, shift: 0)
    guard let move = whole.commonMove(), 2 * whole.group(movedBy: move).count > min(sides.old.count, sides.new.count)
    else { return nil }
    return (move * 1e6).rounded() / 1e6
  }

  /// Pairs the cheapest first. Returns whether any pair was found.
  private mutating func pairCheapest<Failure>(_ work: Work<Failure>) throws(Failure) -> Bool {
    var candidates: [(price: Double, old: Int, new: Int)] = []
    let crowd = EventCrowd(newLeft.map { (sides.new[$0], $0) })
    let equals = Dictionary(grouping: newLeft) { sides.new[$0].rest }
    for (number, from) in oldLeft.enumerated() {
      try work.check(at: number)
      let event = sides.old[from]
      var near = crowd.near(
        event, at: event.time + shift, window: EventExplanation.window, most: EventExplanation.neighbours)
      for move in moves {
        near += crowd.near(
          event, at: event.time + shift + move, window: EventExplanation.tolerance, most: EventExplanation.neighbours)
      }
      if let others = equals[event.rest] {
        let own = others.partitioningIndex { sides.new[$0].time >= event.time + shift }
        near += others[max(0, own - 8)..<min(others.count, own + 8)]
      }
      for to in Set(near) {
        let price = price(from, to)
        if price < EventExplanation.highest { candidates.append((price, from, to)) }
      }
    }
    candidates.sort { ($0.price, $0.old, $0.new) < ($1.price, $1.old, $1.new) }
    var (olds, news): (Set<Int>, Set<Int>) = ([], [])
    let found: [(old: Int, new: Int)] = candidates.compactMap { _, from, to in
      guard !olds.contains(from), !news.contains(to) else { return nil }
      olds.insert(from)
      news.insert(to)
      return (from, to)
    }
    take(found)
    return !found.isEmpty
  }

  /// Pairs what is left of crowds, event after event.
  private mutating func pairInOrder() {
    func crowds(_ left: [Int], _ events: [EventSides.Features]) -> [Int: EventCrowd] {
      Dictionary(grouping: left) { events[$0].kind }.mapValues { EventCrowd($0.map { (events[$0], $0) }) }
    }
    let after = crowds(newLeft, sides.new)
    var found: [(old: Int, new: Int)] = []
    for (kind, crowd) in crowds(oldLeft, sides.old) {
      guard let others = after[kind]?.sorted else { continue }
      var next = 0
      for (event, from) in crowd.sorted {
        while next < others.count, others[next].event.time < event.time + shift - EventExplanation.window { next += 1 }
        guard next < others.count, price(from, others[next].place) < EventExplanation.highest else { continue }
        found.append((from, others[next].place))
        next += 1
      }
    }
    take(found)
  }
}
