/// Finds the smallest change of one number after which an event's verdict no longer holds.
struct FeelCureSearch {
  /// Levels that an event must reach, dB.
  struct Needed {
    /// Of the strongest event that may hide it.
    let mask: Double
    /// Of the strongest event that is weaker than an intensity by design.
    let weaker: (Double) -> Double
  }

  let event: FeelEvent
  let needed: Needed
  let gap: FeelGap?

  /// Steps of a cured intensity and duration.
  private static let intensitySteps = 100, durationSteps = 100.0

  func cure(of verdict: FeelVerdict, on judge: inout FeelJudge) -> FeelCure? {
    switch verdict {
    case .notFelt, .swallowed, .orderChanged, .faint:
      return stronger(on: &judge) ?? (event.isTap || verdict != .notFelt ? nil : longer(on: &judge))
    case .tooShort: return longer(on: &judge)
    case .fused: return gap.map { FeelCure(kind: .gap, from: $0.given, to: ($0.least * 1_000).rounded(.up) / 1_000) }
    case .smeared, .uncertain, .felt: return nil
    }
  }

  private func stronger(on judge: inout FeelJudge) -> FeelCure? {
    let given = event.givenIntensity
    let steps = FeelCureSearch.intensitySteps
    // Unlike the level, the order by design may be met and missed again as the intensity rises.
    let first = Int((given * Double(steps)).rounded(.down)) + 1
    guard first <= steps else { return nil }
    for step in first...steps {
      let wanted = Double(step) / Double(steps)
      let intensity = min(1, wanted * event.control)
      let level = judge.level(event, intensity: intensity)
      if level >= FeelJudge.clear, level >= needed.mask - FeelJudge.hidden,
        level >= needed.weaker(intensity) - FeelJudge.noticeable
      {
        return FeelCure(kind: .intensity, from: given, to: wanted)
      }
    }
    return nil
  }

  private func longer(on judge: inout FeelJudge) -> FeelCure? {
    let steps = FeelCureSearch.durationSteps
    let first = Int((event.seconds * steps).rounded(.down)) + 1
    let last = Int(MotorResponse.longest * steps)
    guard first <= last else { return nil }
    for step in first...last {
      let seconds = Double(step) / steps
      guard judge.reached(event, seconds: seconds) >= FeelJudge.leastReached,
        judge.level(event, intensity: event.intensity, seconds: seconds) >= 0
      else { continue }
      // An envelope is near its maximum for a part of the event only.
      let length = event.end - event.time
      return FeelCure(kind: .duration, from: length, to: length + seconds - event.seconds)
    }
    return nil
  }
}
