import ThrumDevice
import ThrumPattern

/// Judges a pattern's events on one model of a motor.
struct FeelJudge {
  struct Judged {
    /// What is wrong with the event, whether it is a finding or a note.
    var faults: Set<FeelVerdict> = []
    /// Of the event's stretch.
    var strength = MeasuredStrength()
    /// Level alone, dB.
    var alone = FeltMeter.silence
    var reached = 100.0
    var gap: FeelGap?
    /// Whether a fade of the intensity control is all that keeps the event from being felt.
    var isFadedOut = false
  }

  /// A pattern's events with what the search for cures needs.
  struct Judgement {
    var events: [Judged]
    let order: DesignOrder
  }

  /// Smallest noticeable difference in level, dB (2.2 to 2.5 in the literature).
  static let noticeable = 2.2
  /// Gap below which taps feel like a single tap on any motor, s (5 to 10 ms on a fingertip).
  static let fingertip = 0.01
  /// Before the next transient, the ringing must decay to this share of the weaker transient's peak. Assumed.
  static let decayed = 0.5
  /// Share of a long event's amplitude that a motor must reach, %. Assumed.
  static let leastReached = 50.0

  var motor: MotorResponse

  init(_ variant: FeelMotor.Variant) { motor = MotorResponse(variant) }

  // MARK: Single events

  mutating func response(_ event: FeelEvent, intensity: Double, seconds: Double? = nil) -> MotorResponse.Response {
    motor.response(
      isTap: event.isTap, sharpness: event.sharpness, seconds: seconds ?? event.seconds, intensity: intensity)
  }

  /// Returns the level in dB that the event, of this strength, would have alone with another intensity, and `added`
  /// seconds longer.
  mutating func level(_ event: FeelEvent, _ strength: MeasuredStrength, intensity: Double, added: Double = 0) -> Double
  {
    func plain(_ intensity: Double, _ seconds: Double) -> Double {
      level(isTap: event.isTap, sharpness: event.sharpness, seconds: seconds, intensity: intensity)
    }
    let given = motor.scale(event.intensity)
    guard given > 0, motor.scale(intensity) > 0 else { return plain(intensity, event.seconds + added) }
    var result = strength.level
    if motor.isLinear {
      result = strength.alone.scaled(by: motor.scale(intensity) / given).level
    } else if intensity != event.intensity {
      result += plain(intensity, event.seconds) - plain(event.intensity, event.seconds)
    }
    if added > 0 { result += plain(intensity, event.seconds + added) - plain(intensity, event.seconds) }
    return max(FeltMeter.silence, result)
  }

  mutating func level(isTap: Bool, sharpness: Double, seconds: Double, intensity: Double) -> Double {
    let scale = motor.scale(intensity)
    guard scale > 0 else { return FeltMeter.silence }
    let response = motor.response(isTap: isTap, sharpness: sharpness, seconds: seconds, intensity: intensity)
    return max(FeltMeter.silence, response.reading.scaled(by: scale).level)
  }

  /// Returns the share of a long event's amplitude that the motor reaches, %.
  private mutating func reached(_ event: FeelEvent, _ strength: MeasuredStrength) -> Double {
    let full = motor.scale(event.intensity) * long(event).peak
    return full > 0 ? min(100, 100 * strength.peak / full) : 0
  }

  /// Returns what a continuous event of this length would reach in the event's place, %.
  mutating func reached(_ event: FeelEvent, holding seconds: Double) -> Double {
    let long = long(event)
    return long.peak > 0 ? 100 * long.reached(within: seconds) / long.peak : 0
  }

  /// Returns the time until a long event reaches nine tenths of its amplitude, s.
  private mutating func rise(_ event: FeelEvent) -> Double {
    let long = long(event)
    return Double(long.peaks.firstIndex { Double($0) >= 0.9 * long.peak } ?? 0) / 1_000
  }

  private mutating func long(_ event: FeelEvent) -> MotorResponse.Response {
    motor.response(
      isTap: false, sharpness: event.sharpness, seconds: MotorResponse.longest, intensity: event.intensity)
  }

  // MARK: Patterns

  /// Measures the events. What they add is measured unless only levels matter.
  mutating func measured<Failure>(
    _ events: FeelEvents, onlyLevels: Bool, _ work: Work<Failure>
  ) throws(Failure) -> [Judged] {
    var measure = try FeelMeasure(events, on: &motor, work)
    try measure.measureTogether(onlyLevels: onlyLevels, work)
    var measured = [Judged](repeating: Judged(), count: events.sorted.count)
    for (stretch, strength) in zip(events.stretches, measure.strengths) {
      for place in stretch.members { measured[place] = Judged(strength: strength, alone: measure.alone[place]) }
    }
    return measured
  }

  mutating func judge<Failure>(
    _ group: FeelEvents, onlyLevels: Bool, _ work: Work<Failure>
  ) throws(Failure) -> Judgement {
    let measured = try measured(group, onlyLevels: onlyLevels, work)
    let events = group.sorted
    var judgement = Judgement(events: measured, order: DesignOrder(events, measured.map { $0.alone }))
    var tap: Int?
    for (place, event) in events.enumerated() {
      try work.check(at: place)
      var judged = measured[place]
      judged.reached = event.intensity > 0 ? reached(event, judged.strength) : 0
      if event.isTap {
        judged.gap = tap.map { gap(from: events[$0], to: event) }
        tap = place
      }
      guard group.isAsked[place] else { continue }
      judged.faults = faults(
        event, judged, weaker: judgement.order.strongest(weakerThan: event.intensity, of: event))
      judged.isFadedOut = judged.faults.contains(.notFelt) && isFeltInFade(event, judged.strength)
      judgement.events[place] = judged
    }
    return judgement
  }

  private mutating func isFeltInFade(_ event: FeelEvent, _ strength: MeasuredStrength) -> Bool {
    guard let peak = event.fadePeak else { return false }
    return level(event, strength, intensity: min(1, event.givenIntensity * peak)) >= FeelVerdict.feltLevel
  }

  private mutating func gap(from first: FeelEvent, to second: FeelEvent) -> FeelGap {
    let ring = response(first, intensity: first.intensity)
    let (one, other) = (
      motor.scale(first.intensity) * ring.peak,
      motor.scale(second.intensity) * response(second, intensity: second.intensity).peak
    )
    let limit = FeelJudge.decayed * min(one, other)
    var least = FeelJudge.fingertip
    while motor.scale(first.intensity) * ring.remaining(after: least) > limit { least += 0.001 }
    return FeelGap(given: second.time - first.time, least: least)
  }

  private mutating func faults(
    _ event: FeelEvent, _ judged: Judged, weaker: Double
  ) -> Set<FeelVerdict> {
    guard event.intensity > 0 else { return [event.givenIntensity == 0 ? .silent : .notFelt] }
    var faults: Set<FeelVerdict> = []
    // A longer event is not short, whatever its envelope.
    if !event.isTap, event.end - event.time < MotorResponse.longest, judged.reached < FeelJudge.leastReached {
      faults.insert(.tooShort)
    }
    if judged.strength.inRun < FeelVerdict.feltLevel { faults.insert(.notFelt) }
    if judged.strength.isHidden { faults.insert(.swallowed) }
    if let gap = judged.gap, gap.given < gap.least - 1e-9 { faults.insert(.fused) }
    if judged.alone < weaker - FeelJudge.noticeable { faults.insert(.orderChanged) }
    if let ramp = event.fastestRamp, rise(event) > 2 * ramp { faults.insert(.smeared) }
    if judged.strength.inRun < FeelVerdict.clearLevel { faults.insert(.faint) }
    return faults
  }
}

/// Gap between two transients, s.
struct FeelGap {
  let given: Double
  /// Smallest gap at which the transients are felt as two.
  let least: Double
}

extension FeltMeter.Reading {
  func scaled(by factor: Double) -> FeltMeter.Reading {
    func scaled(_ energies: Energies) -> Energies {
      Energies(
        overThreshold: energies.overThreshold * factor * factor, overVelocity: energies.overVelocity * factor * factor)
    }
    return FeltMeter.Reading(low: scaled(low), high: scaled(high))
  }
}
