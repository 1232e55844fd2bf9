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

/// The design's order of strengths: felt levels in order of intensity.
struct DesignOrder {
  fileprivate struct Group {
    /// Ascending.
    var intensities: [Double] = []
    /// For each intensity, the highest level among events of at most that intensity.
    var strongest: [Double] = []
  }

  private let taps: Group
  private let holds: Group
  /// Intensities of all events, as played and as given, ascending.
  private let played: [Double], given: [Double]

  /// Smallest ratio of two intensities that differ noticeably: 2.2 dB of amplitude, which is intensity squared.
  private static let noticeable = 1.135
  /// Shortest continuous event that is compared, s.
  private static let comparable = 0.1

  init(_ events: [FeelEvent], _ levels: [Double]) {
    taps = Group(zip(events, levels).filter(\.0.isTap))
    holds = Group(zip(events, levels).filter { !$0.0.isTap && $0.0.seconds >= DesignOrder.comparable })
    played = events.map(\.intensity).sorted()
    given = events.map(\.givenIntensity).sorted()
  }

  /// Returns the highest level among events noticeably below `intensity`.
  func strongest(weakerThan intensity: Double, of event: FeelEvent) -> Double {
    guard event.isTap || event.seconds >= DesignOrder.comparable else { return -.infinity }
    return (event.isTap ? taps : holds).strongest(upTo: intensity / DesignOrder.noticeable)
  }

  /// Whether an event may be given a higher intensity: every stronger event stays stronger, and every noticeably
  /// stronger one noticeably so, both as played and as given.
  func allows(_ wanted: Double, for event: FeelEvent) -> Bool {
    min(1, wanted * event.control) <= DesignOrder.highest(above: event.intensity, of: played) + 1e-9
      && wanted <= DesignOrder.highest(above: event.givenIntensity, of: given) + 1e-9
  }

  private static func highest(above intensity: Double, of intensities: [Double]) -> Double {
    let next = intensities.partitioningIndex { $0 > intensity * (1 + 1e-9) }
    let noticed = intensities.partitioningIndex { $0 >= intensity * noticeable }
    return min(
      next < intensities.count ? intensities[next] : 1,
      noticed < intensities.count ? intensities[noticed] / noticeable : 1)
  }

  func isStrongest(_ event: FeelEvent) -> Bool { event.intensity >= (played.last ?? 0) * (1 - 1e-9) }
}

extension DesignOrder.Group {
  init(_ events: [(FeelEvent, Double)]) {
    var highest = -Double.infinity
    for (event, level) in events.sorted(by: { $0.0.intensity < $1.0.intensity }) {
      highest = max(highest, level)
      intensities.append(event.intensity)
      strongest.append(highest)
    }
  }

  func strongest(upTo intensity: Double) -> Double {
    let next = intensities.partitioningIndex { $0 > intensity }
    return next == 0 ? -.infinity : strongest[next - 1]
  }
}
