import ThrumPattern

/// Level below which each event is hidden by others, dB.
struct MaskingLevels {
  private var levels: [Double]

  subscript(place: Int) -> Double { levels[place] }

  /// Maximum number of simultaneous continuous events compared.
  private static let most = 64
  /// Difference at which the weaker of two vibrations of a kind adds less than ``FeelJudge/noticeable`` to the
  /// stronger, dB.
  private static let hidden = 11.0
  /// The same for a transient in a continuous event, whose energy touch sums for longer, dB.
  private static let hiddenTransient = 13.0
  /// Longest gap between transients that hide each other, s. Assumed.
  private static let near = 0.03

  /// Continuous events hide the events within them. Transients hide each other within 30 ms.
  ///
  /// - Parameter events: sorted by time.
  init(_ events: [FeelEvent], _ own: [Double], _ law: IntensityLaw) {
    levels = [Double](repeating: -.infinity, count: events.count)
    let taps = events.indices.filter { events[$0].isTap }
    MaskingLevels.raise(&levels, at: taps, own) { events[$0].time <= events[$1].time + MaskingLevels.near }
    MaskingLevels.raise(&levels, at: taps.reversed(), own) { events[$1].time <= events[$0].time + MaskingLevels.near }
    var active: [Int] = []
    for (place, event) in events.enumerated() {
      active.removeAll { events[$0].end < event.time }
      let hidden = event.isTap ? MaskingLevels.hiddenTransient : MaskingLevels.hidden
      for other in active where events[other].end >= event.end {
        let share = max(1e-3, events[other].share(at: event.time))
        levels[place] = max(levels[place], own[other] + decibels(law.amplitude(share)) - hidden)
      }
      guard !event.isTap else { continue }
      // A stronger event that outlasts a constant one hides everything that the constant one hides.
      if event.isConstant {
        active.removeAll { events[$0].isConstant && events[$0].end <= event.end && own[$0] <= own[place] }
      }
      active.append(place)
      if active.count > MaskingLevels.most { active.removeFirst() }
    }
  }

  /// Raises each level to that below which the strongest of the transients before it, in the given order, hides it, as
  /// long as they are near.
  private static func raise(
    _ levels: inout [Double], at taps: [Int], _ own: [Double], isNear: (_ place: Int, _ earlier: Int) -> Bool
  ) {
    // Transients that a later one does not outdo, so the first is the strongest.
    var open: [Int] = []
    var first = 0
    for place in taps {
      while first < open.count, !isNear(place, open[first]) { first += 1 }
      if first < open.count { levels[place] = max(levels[place], own[open[first]] - hidden) }
      while open.count > first, let last = open.last, own[last] <= own[place] { open.removeLast() }
      open.append(place)
    }
  }
}
