import ThrumDevice
import ThrumPattern

/// Judges a pattern's events on one model of a motor.
struct FeelJudge {
  struct Judged {
    var verdict = FeelVerdict.felt
    var level = FeelJudge.silence
    var reached = 100.0
    var cure: FeelCure?
  }

  /// Smallest noticeable difference in level, dB (2.2 to 2.5 in the literature).
  static let noticeable = 2.2
  /// Difference at which the weaker of two simultaneous vibrations adds less than ``noticeable`` to the stronger, dB.
  static let hidden = 11.0
  /// Gap below which taps feel like a single tap on any motor, s (5 to 10 ms on a fingertip).
  static let fingertip = 0.01
  /// Before the next transient, the ringing must decay to this share of the weaker transient's peak. Assumed.
  static let decayed = 0.5
  /// Share of a long event's amplitude that a motor must reach, %. Assumed.
  static let leastReached = 50.0
  /// Longest gap between transients that hide each other, s. Assumed.
  static let near = 0.03
  static let silence = -200.0

  var motor: MotorResponse

  init(_ settings: RenderSettings) { motor = MotorResponse(settings) }

  // MARK: Single events

  mutating func response(_ event: FeelEvent, intensity: Double, seconds: Double? = nil) -> MotorResponse.Response {
    motor.response(
      isTap: event.isTap, sharpness: event.sharpness, seconds: seconds ?? event.seconds, intensity: intensity)
  }

  /// Returns the level in dB of the event alone, as if it were `added` seconds longer.
  mutating func level(_ event: FeelEvent, intensity: Double, added: Double = 0) -> Double {
    let seconds = motor.law == .phone ? event.felt.squared : event.felt.linear
    return level(
      isTap: event.isTap, sharpness: event.sharpness, seconds: seconds + added, intensity: intensity)
  }

  mutating func level(isTap: Bool, sharpness: Double, seconds: Double, intensity: Double) -> Double {
    let scale = motor.scale(intensity)
    guard scale > 0 else { return FeelJudge.silence }
    let response = motor.response(isTap: isTap, sharpness: sharpness, seconds: seconds, intensity: intensity)
    return max(FeelJudge.silence, response.reading.scaled(by: scale).level)
  }

  /// Returns the share of a long event's amplitude that the motor reaches, %.
  mutating func reached(_ event: FeelEvent, seconds: Double? = nil) -> Double {
    guard !event.isTap else {
      let tap = response(event, intensity: event.intensity).peak
      let full = long(event).peak
      return full > 0 ? min(100, 100 * tap / full) : 0
    }
    let long = long(event)
    return long.peak > 0 ? 100 * long.reached(within: seconds ?? event.seconds) / long.peak : 0
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

  /// - Parameter events: sorted by time.
  mutating func judge<Failure>(_ events: [FeelEvent], _ work: Work<Failure>) throws(Failure) -> [Judged] {
    var judged = [Judged](repeating: Judged(), count: events.count)
    for (place, event) in events.enumerated() {
      try work.check(at: place)
      judged[place].level = level(event, intensity: event.intensity)
      judged[place].reached = event.intensity > 0 ? reached(event) : 0
    }
    let masks = MaskingLevels(events, judged.map(\.level), near: FeelJudge.near, motor.law)
    let order = DesignOrder(events, judged.map(\.level))
    var tap: Int?
    for (place, event) in events.enumerated() {
      try work.check(at: place)
      var gap: FeelGap?
      if event.isTap, let tap { gap = self.gap(from: events[tap], to: event) }
      if event.isTap { tap = place }
      let needed = FeelCureSearch.Needed(
        mask: masks[place], weaker: { order.strongest(weakerThan: $0, of: event) })
      let verdict = verdict(event, judged[place], needed, gap)
      judged[place].verdict = verdict
      if verdict != .felt, event.intensity > 0 {
        judged[place].cure = FeelCureSearch(event: event, needed: needed, gap: gap).cure(of: verdict, on: &self)
      }
    }
    return judged
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

  private mutating func verdict(
    _ event: FeelEvent, _ judged: Judged, _ needed: FeelCureSearch.Needed, _ gap: FeelGap?
  ) -> FeelVerdict {
    if !event.isTap, event.intensity > 0, judged.reached < FeelJudge.leastReached { return .tooShort }
    if judged.level < 0 { return .notFelt }
    if judged.level < needed.mask - FeelJudge.hidden { return .swallowed }
    if let gap, gap.given < gap.least - 1e-9 { return .fused }
    if judged.level < needed.weaker(event.intensity) - FeelJudge.noticeable { return .orderChanged }
    if let ramp = event.fastestRamp, rise(event) > 2 * ramp { return .smeared }
    return judged.level < FeelVerdict.clearLevel ? .faint : .felt
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
