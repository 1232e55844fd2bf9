import ThrumPattern

/// Highest masking level at each event, dB.
struct MaskingLevels {
  private var levels: [Double]

  subscript(place: Int) -> Double { levels[place] }

  /// Maximum number of simultaneous continuous events compared.
  private static let most = 64

  /// Continuous events hide the events within them. Transients hide each other within `near` seconds.
  ///
  /// - Parameter events: sorted by time.
  init(_ events: [FeelEvent], _ own: [Double], near: Double, _ law: IntensityLaw) {
    levels = [Double](repeating: -.infinity, count: events.count)
    var active: [Int] = []
    for (place, event) in events.enumerated() {
      active.removeAll { events[$0].end < event.time }
      for other in active where events[other].end >= event.end {
        let share = max(1e-3, events[other].share(at: event.time))
        levels[place] = max(levels[place], own[other] + decibels(law.amplitude(share)))
      }
      guard !event.isTap else { continue }
      // A stronger event that outlasts a constant one hides everything that the constant one hides.
      if event.isConstant {
        active.removeAll { events[$0].isConstant && events[$0].end <= event.end && own[$0] <= own[place] }
      }
      active.append(place)
      if active.count > MaskingLevels.most { active.removeFirst() }
    }
    let taps = events.indices.filter { events[$0].isTap }
    var first = 0
    for (number, place) in taps.enumerated() {
      while events[taps[first]].time < events[place].time - near { first += 1 }
      var other = first
      // Limits the comparisons among many simultaneous transients.
      while other < taps.count, events[taps[other]].time <= events[place].time + near, other < number + 64 {
        if other != number { levels[place] = max(levels[place], own[taps[other]]) }
        other += 1
      }
    }
  }
}

/// Felt levels in order of intensity.
struct DesignOrder {
  fileprivate struct Group {
    /// Ascending.
    var intensities: [Double] = []
    /// For each intensity, the highest level among events of at most that intensity.
    var strongest: [Double] = []
  }

  private var taps = Group()
  private var holds = Group()

  /// Smallest ratio of two intensities that differ noticeably: 2.2 dB of amplitude, which is intensity squared.
  private static let noticeable = 1.135
  /// Shortest continuous event that is compared, s.
  private static let comparable = 0.1

  init(_ events: [FeelEvent], _ levels: [Double]) {
    taps = Group(zip(events, levels).filter(\.0.isTap))
    holds = Group(zip(events, levels).filter { !$0.0.isTap && $0.0.seconds >= DesignOrder.comparable })
  }

  /// Returns the highest level among events noticeably below `intensity`.
  func strongest(weakerThan intensity: Double, of event: FeelEvent) -> Double {
    guard event.isTap || event.seconds >= DesignOrder.comparable else { return -.infinity }
    return (event.isTap ? taps : holds).strongest(upTo: intensity / DesignOrder.noticeable)
  }
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
