import ThrumPattern

/// The events of two versions, matched.
///
/// An edit leaves no record, so the pairing is the cheapest of several explanations (``EventExplanation``): all events
/// moved together or did not, and events that stayed where others were are looked for before or after those that moved.
struct EventPairing {
  /// One side is `nil` for an added or removed event.
  let pairs: [(old: Int?, new: Int?)]
  /// Time by which most events moved together, s.
  let shift: Double

  init<Failure>(_ old: [Event], _ new: [Event], _ work: Work<Failure>) throws(Failure) {
    let sides = EventSides(old, new)
    var best = try EventExplanation(sides, shift: 0, order: .placesFirst, work)
    if best.price > 0 {
      var others: [(Double, EventExplanation.Order)] = [(0, .movesFirst)]
      if let common = EventExplanation.commonShift(sides) {
        others += EventExplanation.Order.allCases.map { (common, $0) }
      }
      for (shift, order) in others {
        let other = try EventExplanation(sides, shift: shift, order: order, work)
        if other.price < best.price - 1e-9 { best = other }
      }
    }
    shift = best.shift
    pairs =
      best.pairs.map { ($0.old, $0.new) } + best.oldLeft.map { ($0, nil) } + best.newLeft.map { (nil, $0) }
  }
}
