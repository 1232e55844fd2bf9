import ThrumDevice
import ThrumPattern

/// Judges a pattern's events on one model of a motor.
struct FeelJudge {
  struct Judged {
    /// What is wrong with the event, whether it is a finding or a note.
    var faults: Set<FeelVerdict> = []
    /// Level in its run, dB.
    var level = FeltMeter.silence
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
    let masks: MaskingLevels
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

  /// Returns the level in dB of the event alone, as if it were `added` seconds longer.
  mutating func level(_ event: FeelEvent, intensity: Double, added: Double = 0) -> Double {
    if !event.mixture.isEmpty, motor.isFast { return level(event.mixture, intensity: intensity) }
    let seconds = motor.law == .phone ? event.felt.squared : event.felt.linear
    return level(
      isTap: event.isTap, sharpness: event.sharpness, seconds: seconds + added, intensity: intensity)
  }

  mutating func level(isTap: Bool, sharpness: Double, seconds: Double, intensity: Double) -> Double {
    let scale = motor.scale(intensity)
    guard scale > 0 else { return FeltMeter.silence }
    let response = motor.response(isTap: isTap, sharpness: sharpness, seconds: seconds, intensity: intensity)
    return max(FeltMeter.silence, response.reading.scaled(by: scale).level)
  }

  private mutating func level(_ mixture: FeltMixture, intensity: Double) -> Double {
    let scale = motor.scale(intensity)
    guard scale > 0 else { return FeltMeter.silence }
    var level = FeltMeter.silence
    for window in mixture.windows {
      var sum = FeltMeter.Reading()
      for part in window {
        let share = motor.law == .phone ? part.squared : part.linear
        let long = motor.response(
          isTap: false, sharpness: part.sharpness, seconds: MotorResponse.longest, intensity: intensity)
        sum = sum.adding(long.reading.scaled(by: scale * share.squareRoot()))
      }
      level = max(level, sum.level)
    }
    return level
  }

  /// Returns the share of a long event's amplitude that the motor reaches, %.
  mutating func reached(_ event: FeelEvent, seconds: Double? = nil) -> Double {
    guard !event.isTap else {
      let tap = response(event, intensity: event.intensity).peak
      let full = long(event).peak
      return full > 0 ? min(100, 100 * tap / full) : 0
    }
    return reached(event, holding: seconds ?? event.seconds)
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

  /// Returns the levels of all events, alone and in runs.
  ///
  /// - Parameter events: sorted by time.
  mutating func levels<Failure>(
    _ events: [FeelEvent], _ work: Work<Failure>
  ) throws(Failure) -> (alone: [Double], inRuns: [Double]) {
    var alone = [Double](repeating: FeltMeter.silence, count: events.count)
    for (place, event) in events.enumerated() {
      try work.check(at: place)
      alone[place] = level(event, intensity: event.intensity)
    }
    var inRuns = alone
    let taps = events.indices.filter { events[$0].isTap }
    let levels = RunLevels.levels(times: taps.map { events[$0].time }, alone: taps.map { alone[$0] })
    for (place, level) in zip(taps, levels) { inRuns[place] = level }
    return (alone, inRuns)
  }

  /// - Parameter events: sorted by time.
  mutating func judge<Failure>(_ events: [FeelEvent], _ work: Work<Failure>) throws(Failure) -> Judgement {
    let (alone, inRuns) = try levels(events, work)
    var judgement = Judgement(
      events: [Judged](repeating: Judged(), count: events.count), masks: MaskingLevels(events, alone, motor.law),
      order: DesignOrder(events, alone))
    var tap: Int?
    for (place, event) in events.enumerated() {
      try work.check(at: place)
      var judged = Judged(level: inRuns[place], alone: alone[place])
      judged.reached = event.intensity > 0 ? reached(event) : 0
      if event.isTap {
        judged.gap = tap.map { gap(from: events[$0], to: event) }
        tap = place
      }
      judged.faults = faults(
        event, judged, mask: judgement.masks[place],
        weaker: judgement.order.strongest(weakerThan: event.intensity, of: event))
      judged.isFadedOut = judged.faults.contains(.notFelt) && isFeltInFade(event)
      judgement.events[place] = judged
    }
    return judgement
  }

  private mutating func isFeltInFade(_ event: FeelEvent) -> Bool {
    guard let peak = event.fadePeak else { return false }
    return level(event, intensity: min(1, event.givenIntensity * peak)) >= FeelVerdict.feltLevel
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
    _ event: FeelEvent, _ judged: Judged, mask: Double, weaker: Double
  ) -> Set<FeelVerdict> {
    guard event.intensity > 0 else { return [event.givenIntensity == 0 ? .silent : .notFelt] }
    var faults: Set<FeelVerdict> = []
    if !event.isTap, judged.reached < FeelJudge.leastReached { faults.insert(.tooShort) }
    if judged.level < FeelVerdict.feltLevel { faults.insert(.notFelt) }
    if judged.alone < mask { faults.insert(.swallowed) }
    if let gap = judged.gap, gap.given < gap.least - 1e-9 { faults.insert(.fused) }
    if judged.alone < weaker - FeelJudge.noticeable { faults.insert(.orderChanged) }
    if let ramp = event.fastestRamp, rise(event) > 2 * ramp { faults.insert(.smeared) }
    if judged.level < FeelVerdict.clearLevel { faults.insert(.faint) }
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

  func adding(_ other: FeltMeter.Reading) -> FeltMeter.Reading {
    func sum(_ a: Energies, _ b: Energies) -> Energies {
      Energies(overThreshold: a.overThreshold + b.overThreshold, overVelocity: a.overVelocity + b.overVelocity)
    }
    return FeltMeter.Reading(low: sum(low, other.low), high: sum(high, other.high))
  }
}

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
