import ThrumPattern

/// Looks for the smallest change that cures an event without changing the order of strengths.
struct FeelCureSearch {
  let event: FeelEvent
  let judged: FeelJudge.Judged
  let order: DesignOrder

  private static let intensitySteps = 100, durationSteps = 100.0
  /// Ratio of intensities up to which a transient is raised.
  private static let mostRaised = 1.6
  /// Added to the smallest gap, so that the dip between two transients is noticed, s.
  private static let spare = 0.005

  func help(for verdict: FeelVerdict, on judge: inout FeelJudge) -> FeelHelp? {
    switch verdict {
    case .notFelt, .swallowed, .orderChanged: return stronger(for: verdict, on: &judge)
    case .tooShort: return longer(on: &judge).map(FeelHelp.cure) ?? .advice(.tooSlow)
    case .fused:
      return judged.gap.map { gap in
        let to = ((gap.least + FeelCureSearch.spare) * 1_000).rounded(.up) / 1_000
        return .cure(FeelCure(kind: .gap, from: gap.given, to: to))
      }
    case .smeared, .uncertain, .faint, .silent, .felt: return nil
    }
  }

  // MARK: Intensity

  private func stronger(for verdict: FeelVerdict, on judge: inout FeelJudge) -> FeelHelp {
    guard event.control > 0 else { return .advice(.muted) }
    // What is weak by design stays weak; only the strongest event should be felt clearly.
    let levels = order.isStrongest(event) ? [FeelVerdict.clearLevel, 0] : [0]
    for level in levels {
      if let wanted = least(level, on: &judge), isAllowed(wanted) { return intensity(wanted) }
    }
    if event.isTap, !judge.motor.isLinear, let seconds = hold(on: &judge) { return .advice(.hold(seconds)) }
    if verdict == .notFelt, !event.isTap, let cure = longer(on: &judge) { return .cure(cure) }
    guard let wanted = least(levels[levels.count - 1], on: &judge) else {
      switch verdict {
      case .swallowed: return .advice(.hidden)
      case .orderChanged: return .advice(.weakerByNature)
      default:
        // Without the control, full intensity might be enough.
        let unfaded = judge.level(event, judged.strength, intensity: 1)
        return .advice(event.control < 1 && unfaded >= 0 ? .lowered(event.control) : .tooWeak)
      }
    }
    return .advice(order.allows(wanted, for: event) ? .raise(to: wanted) : .keepsOrder)
  }

  private func intensity(_ wanted: Double) -> FeelHelp {
    .cure(FeelCure(kind: .intensity, from: event.givenIntensity, to: wanted))
  }

  private func played(_ wanted: Double) -> Double { min(1, wanted * event.control) }

  private func level(_ wanted: Double, on judge: inout FeelJudge) -> Double {
    judge.level(event, judged.strength, intensity: played(wanted))
  }

  private func keepsOrder(_ wanted: Double, on judge: inout FeelJudge) -> Bool {
    let weaker = order.strongest(weakerThan: played(wanted), of: event)
    return level(wanted, on: &judge) >= weaker - FeelJudge.noticeable
  }

  private func isAllowed(_ wanted: Double) -> Bool {
    order.allows(wanted, for: event)
      && (!event.isTap || wanted <= FeelCureSearch.mostRaised * event.givenIntensity + 1e-9)
  }

  /// Returns the lowest higher intensity at which the event reaches a level and is neither hidden nor out of order.
  private func least(_ least: Double, on judge: inout FeelJudge) -> Double? {
    let steps = FeelCureSearch.intensitySteps
    let least = max(least, judged.strength.mask)
    let first = Int(saturating: (event.givenIntensity * Double(steps) + 1e-9).rounded(.down)) + 1
    guard first <= steps else { return nil }
    let higher = (first...steps).map { Double($0) / Double(steps) }
    let place = higher.partitioningIndex { level($0, on: &judge) >= least }
    // As the intensity rises, the level never falls, but the intended order may be restored and lost again.
    return higher[place...].first { keepsOrder($0, on: &judge) }
  }

  // MARK: Length

  private func longer(on judge: inout FeelJudge) -> FeelCure? {
    // What a control fades, or what is long already, does not become stronger.
    guard event.length <= MotorResponse.longest, !event.isFaded else { return nil }
    let first = Int(saturating: (event.seconds * FeelCureSearch.durationSteps).rounded(.down)) + 1
    let found = FeelCureSearch.least(first) { seconds in
      judge.reached(event, holding: seconds) >= FeelJudge.leastReached
        && judge.level(event, judged.strength, intensity: event.intensity, added: seconds - event.seconds) >= 0
    }
    guard let seconds = found else { return nil }
    // With an envelope, an event is near its maximum for only part of its length.
    let missing = ((seconds - event.seconds) * 1_000).rounded(.up) / 1_000
    return FeelCure(kind: .duration, from: event.length, to: event.length + missing)
  }

  /// Returns the length of a continuous event that is felt clearly in the transient's place.
  private func hold(on judge: inout FeelJudge) -> Double? {
    FeelCureSearch.least(1) { seconds in
      judge.reached(event, holding: seconds) >= FeelJudge.leastReached
        && judge.level(isTap: false, sharpness: event.sharpness, seconds: seconds, intensity: event.intensity)
          >= FeelVerdict.clearLevel
    }
  }

  /// Returns the shortest sufficient length from `first` steps. A longer event never feels weaker.
  private static func least(_ first: Int, where isEnough: (Double) -> Bool) -> Double? {
    let last = Int(MotorResponse.longest * durationSteps)
    guard first <= last else { return nil }
    let lengths = (first...last).map { Double($0) / durationSteps }
    let place = lengths.partitioningIndex { isEnough($0) }
    return place < lengths.count ? lengths[place] : nil
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
    taps = Group(zip(events, levels).filter { $0.0.isTap })
    holds = Group(zip(events, levels).filter { !$0.0.isTap && $0.0.seconds >= DesignOrder.comparable })
    played = events.map { $0.intensity }.sorted()
    given = events.map { $0.givenIntensity }.sorted()
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
