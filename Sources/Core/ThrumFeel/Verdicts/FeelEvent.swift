import ThrumPattern

struct FeelEvent: Sendable {
  /// Index among the group's events.
  let index: Int
  /// Which of the group's patterns contains the event, and its index among that pattern's entries.
  let part: Int, entry: Int
  let time: Double
  let isTap: Bool
  let givenIntensity: Double
  /// Highest effective intensity, 0…1.
  let intensity: Double
  /// Ratio of effective to given intensity.
  let control: Double
  /// Ratio at the loudest moment of the fade in which the event lies, or `nil` if it lies in none.
  let fadePeak: Double?
  let sharpness: Double
  /// When the intensity is highest, s.
  let loudest: Double
  /// Seconds near the maximum intensity; 0 for a transient.
  let seconds: Double
  let end: Double
  /// Time until the release, s. Infinite if nothing ends the event.
  let length: Double
  /// Whether no control changes a continuous event.
  let isUncontrolled: Bool
  /// Whether neither an envelope nor a control changes a continuous event.
  let isPlain: Bool
  /// Whether an intensity control changes within the event.
  let isFaded: Bool
  /// Shortest of the event's attack and the ramps of its intensity control, s.
  let fastestRamp: Double?

  init(_ index: Int, _ place: (part: Int, entry: Int), _ event: Event, _ controls: ControlTracks) {
    isUncontrolled = controls.isEmpty
    self.index = index
    (part, entry) = place
    time = EventLimits.playedTime(event.time)
    isTap = event.type == .hapticTransient
    givenIntensity = min(1, max(0, event.value(of: .hapticIntensity)))
    let start = time
    func control(at time: Double) -> Double { max(0, controls.value(.hapticIntensityControl, at: time)) }
    let given = min(1, max(0, event.value(of: .hapticSharpness)))
    guard !isTap else {
      self.control = control(at: time)
      fadePeak = controls[.hapticIntensityControl]?.fadePeak(at: time)
      intensity = min(1, givenIntensity * self.control)
      (sharpness, seconds, end, length) = (given, 0, time, 0)
      (loudest, isPlain, isFaded, fastestRamp) = (time, true, false, nil)
      return
    }
    length = event.sustainSeconds ?? .infinity
    if controls.isEmpty, event.hasPlainEnvelope, length < EventLimits.continuousSeconds {
      (self.control, intensity, sharpness) = (1, givenIntensity, given)
      (seconds, end, fadePeak) = (length, start + length, nil)
      (loudest, isPlain, isFaded, fastestRamp) = (start, true, false, nil)
      return
    }
    isPlain = controls.isEmpty && event.hasPlainEnvelope
    let shape = EnvelopeShape(event, soundSeconds: nil, controls: controls)
    let last = min(shape.end, start + 60)
    let span = last - start
    end = last
    let levels = (0...64).map { place -> (time: Double, level: Double) in
      let time = start + span * Double(place) / 64
      return (time, control(at: time) * shape.intendedLevel(at: time))
    }
    // Between those times, a control may jump.
    let corners = controls[.hapticIntensityControl]?.corners(in: start...last, limit: 1_000) ?? []
    let jumps = corners.flatMap { [max(start, $0 - 1e-6), $0] }.map { time in
      (time: time, level: control(at: time) * shape.intendedLevel(at: time))
    }
    isFaded = corners.contains { $0 > start && $0 < last }
    let samples = (levels + jumps).sorted { $0.time < $1.time }
    let loudest = samples.max { $0.level < $1.level } ?? (start, 0)
    self.loudest = loudest.time
    self.control = loudest.level
    fadePeak = controls[.hapticIntensityControl]?.fadePeak(at: loudest.time)
    intensity = min(1, givenIntensity * loudest.level)
    sharpness = min(1, max(0, given + controls.value(.hapticSharpnessControl, at: loudest.time)))
    let parts = shape.corners.filter { $0.isFinite }
    let attack = parts.count > 1 ? parts[1] - parts[0] : 0
    let ramps = FeelEvent.ramps(controls[.hapticIntensityControl], start...end, least: 0.3 * loudest.level)
    fastestRamp = (ramps + [attack]).filter { $0 > FeelEvent.deliberate }.min()
    let loud = zip(samples, samples.dropFirst()).reduce(0) { sum, pair in
      min(pair.0.level, pair.1.level) >= 0.7 * loudest.level ? sum + pair.1.time - pair.0.time : sum
    }
    let isSteady = loud >= 0.92 * span && attack <= FeelEvent.deliberate
    seconds = isSteady ? min(span, event.sustainSeconds ?? span) : loud
  }

  /// Returns the durations of the control's segments that change its value by at least `least`.
  private static func ramps(_ track: ControlTrack?, _ range: ClosedRange<Double>, least: Double) -> [Double] {
    guard let track else { return [] }
    let corners = track.corners(in: range, limit: 1_000)
    return zip(corners, corners.dropFirst()).compactMap { from, to in
      // Look just before the next corner, where the control may jump.
      abs(track.value(at: to - 1e-6) - track.value(at: from)) >= least ? to - from : nil
    }
  }

  /// Shortest attack that is meant to be felt, s.
  private static let deliberate = 0.006
}
