struct FeelCureSearch {
  /// Levels to reach, dB.
  struct Needed {
    /// Level of the strongest event that may hide this event.
    let mask: Double
    /// Highest level among events whose intensity is noticeably below the argument.
    let weaker: (Double) -> Double
  }

  let event: FeelEvent
  let needed: Needed
  let gap: FeelGap?

  private static let intensitySteps = 100, durationSteps = 100.0

  func cure(of verdict: FeelVerdict, on judge: inout FeelJudge) -> FeelCure? {
    switch verdict {
    case .faint: return stronger(to: FeelVerdict.clearLevel, on: &judge)
    case .notFelt, .swallowed, .orderChanged:
      // A faint event is better than a lost one.
      return stronger(to: FeelVerdict.clearLevel, on: &judge) ?? stronger(to: 0, on: &judge)
        ?? (event.isTap || verdict != .notFelt ? nil : longer(on: &judge))
    case .tooShort: return longer(on: &judge)
    case .fused: return gap.map { FeelCure(kind: .gap, from: $0.given, to: ($0.least * 1_000).rounded(.up) / 1_000) }
    case .smeared, .uncertain, .felt: return nil
    }
  }

  private func stronger(to least: Double, on judge: inout FeelJudge) -> FeelCure? {
    let given = event.givenIntensity
    let steps = FeelCureSearch.intensitySteps
    let least = max(least, needed.mask - FeelJudge.hidden)
    let higher = (Int((given * Double(steps)).rounded(.down)) + 1..<steps + 1).map { Double($0) / Double(steps) }
    func played(_ wanted: Double) -> Double { min(1, wanted * event.control) }
    let first = higher.partitioningIndex { judge.level(event, intensity: played($0)) >= least }
    // As the intensity rises, the level never falls, but the intended order may be restored and lost again.
    return higher[first...].first { wanted in
      let intensity = played(wanted)
      return judge.level(event, intensity: intensity) >= needed.weaker(intensity) - FeelJudge.noticeable
    }.map { FeelCure(kind: .intensity, from: given, to: $0) }
  }

  private func longer(on judge: inout FeelJudge) -> FeelCure? {
    guard event.length.isFinite else { return nil }
    let steps = FeelCureSearch.durationSteps
    let first = Int((event.seconds * steps).rounded(.down)) + 1
    let last = Int(MotorResponse.longest * steps)
    guard first <= last else { return nil }
    let lengths = (first...last).map { Double($0) / steps }
    // A longer event never feels weaker.
    let place = lengths.partitioningIndex { seconds in
      judge.reached(event, seconds: seconds) >= FeelJudge.leastReached
        && judge.level(event, intensity: event.intensity, added: seconds - event.seconds) >= 0
    }
    guard place < lengths.count else { return nil }
    // With an envelope, an event is near its maximum for only part of its length.
    let missing = ((lengths[place] - event.seconds) * 1_000).rounded(.up) / 1_000
    return FeelCure(kind: .duration, from: event.length, to: event.length + missing)
  }
}
