import ThrumPattern

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
