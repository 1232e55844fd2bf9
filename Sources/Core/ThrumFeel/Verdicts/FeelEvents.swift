import ThrumPattern

/// The haptic events of all parts of a file, ready to be judged on any motor.
package struct FeelEvents: Sendable {
  let sorted: [FeelEvent]

  package init(_ group: PatternGroup) {
    var found: [FeelEvent] = []
    var index = 0
    for pattern in group.patterns {
      let controls = ControlTracks(pattern)
      for event in pattern.events {
        if event.type.isHaptic { found.append(FeelEvent(index, event, controls)) }
        index += 1
      }
    }
    sorted = found.sorted { ($0.time, $0.index) < ($1.time, $1.index) }
  }
}

struct FeelEvent: Sendable {
  /// Index among the group's events.
  let index: Int
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
  /// Seconds near the maximum intensity; 0 for a transient.
  let seconds: Double
  /// Length at which a constant event of this intensity feels as strong as this event.
  let felt: FeltLength
  /// Empty for a constant event.
  let mixture: FeltMixture
  let end: Double
  /// Time until the release, s. Infinite if nothing ends the event.
  let length: Double
  /// Relative intensity at equal intervals from start to end. Empty if constant.
  private let shape: [Float]
  /// Whether an intensity control changes within the event.
  let isFaded: Bool
  /// Shortest of the event's attack and the ramps of its intensity control, s.
  let fastestRamp: Double?

  fileprivate init(_ index: Int, _ event: Event, _ controls: ControlTracks) {
    self.index = index
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
      (sharpness, seconds, end, length, fastestRamp, self.shape, isFaded) = (given, 0, time, 0, nil, [], false)
      (felt, mixture) = (FeltLength(constant: 0), FeltMixture())
      return
    }
    length = event.sustainSeconds ?? .infinity
    if controls.isEmpty, event.hasPlainEnvelope, length < EventLimits.continuousSeconds {
      (self.control, intensity, sharpness) = (1, givenIntensity, given)
      (seconds, end, fastestRamp, self.shape, isFaded, fadePeak) = (length, start + length, nil, [], false, nil)
      (felt, mixture) = (FeltLength(constant: length), FeltMixture())
      return
    }
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
    self.control = loudest.level
    fadePeak = controls[.hapticIntensityControl]?.fadePeak(at: loudest.time)
    intensity = min(1, givenIntensity * loudest.level)
    sharpness = min(1, max(0, given + controls.value(.hapticSharpnessControl, at: loudest.time)))
    let parts = shape.corners.filter { $0.isFinite }
    let attack = parts.count > 1 ? parts[1] - parts[0] : 0
    let ramps = FeelEvent.ramps(controls[.hapticIntensityControl], start...end, least: 0.3 * loudest.level)
    fastestRamp = (ramps + [attack]).filter { $0 > FeelEvent.deliberate }.min()
    self.shape = loudest.level > 0 ? levels.map { Float($0.level / loudest.level) } : []
    let loud = zip(samples, samples.dropFirst()).reduce(0) { sum, pair in
      min(pair.0.level, pair.1.level) >= 0.7 * loudest.level ? sum + pair.1.time - pair.0.time : sum
    }
    let isSteady = loud >= 0.92 * span && attack <= FeelEvent.deliberate
    seconds = isSteady ? min(span, event.sustainSeconds ?? span) : loud
    func played(_ time: Double) -> Double {
      min(1, max(0, given + controls.value(.hapticSharpnessControl, at: time)))
    }
    mixture =
      loudest.level <= 0 || span <= 0 || isSteady && controls[.hapticSharpnessControl] == nil
      ? FeltMixture()
      : FeltMixture(
        start...end, level: loudest.level, control: control, envelope: shape.intendedLevel, sharpness: played)
    felt =
      isSteady || loudest.level <= 0
      ? FeltLength(constant: seconds)
      : FeltLength(start...end, level: loudest.level, control: control, envelope: shape.intendedLevel)
  }

  var isConstant: Bool { shape.isEmpty }

  /// Returns the intensity relative to the event's maximum.
  func share(at time: Double) -> Double {
    guard shape.count > 1, end > self.time else { return 1 }
    let place = Int((time - self.time) / (end - self.time) * Double(shape.count - 1))
    return Double(shape[min(shape.count - 1, max(0, place))])
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

extension Event {
  fileprivate var hasPlainEnvelope: Bool {
    isSustained && !parameters.contains { [.attackTime, .releaseTime].contains($0.id) && $0.value > 0 }
  }
}

/// Levels of transients in runs: touch sums energy over 200 ms, so transients that follow each other closely feel
/// stronger than one.
///
/// The level is the larger of two sums, of the transients up to this one and of those from it on, each weighted by its
/// distance in time. Transients more than 6 dB stronger do not count, since those are felt as separate events.
struct RunLevels {
  private struct Tap {
    let time: Double
    let level: Double
  }

  private static let stronger = 6.0

  /// - Parameters:
  ///   - times: ascending, s.
  ///   - levels: of the transients alone, dB.
  static func levels(times: [Double], alone levels: [Double]) -> [Double] {
    let taps = zip(times, levels).map { Tap(time: $0, level: $1) }
    let before = sums(taps)
    let after = sums(taps.reversed().map { Tap(time: -$0.time, level: $0.level) }).reversed()
    return zip(levels, zip(before, after)).map { max($0, $1.0, $1.1) }
  }

  /// Returns, for each transient, the sum up to it, dB. Takes O(n log n).
  private static func sums(_ taps: [Tap]) -> [Double] {
    var tree = DecayingSums(taps.map { $0.time })
    let byLevel = taps.indices.sorted { (taps[$0].level, $0) < (taps[$1].level, $1) }
    var sums = taps.map { $0.level }
    var added = 0
    for place in byLevel where taps[place].level > FeltMeter.silence {
      while added < byLevel.count, taps[byLevel[added]].level <= taps[place].level + stronger {
        tree.add(gain(decibels: 2 * taps[byLevel[added]].level), at: byLevel[added])
        added += 1
      }
      sums[place] = decibels(max(1e-30, tree.sum(upTo: place))) / 2
    }
    return sums
  }
}

/// Sums of energies that decay with time, in a tree over the transients.
private struct DecayingSums {
  private let times: [Double]
  private let leaves: Int
  /// Each node's sum, decayed up to its last transient's time.
  private var nodes: [Double]

  init(_ times: [Double]) {
    self.times = times
    var leaves = 1
    while leaves < times.count { leaves *= 2 }
    self.leaves = leaves
    nodes = [Double](repeating: 0, count: 2 * leaves)
  }

  /// Returns e^(−t / 200 ms).
  private static func decay(_ seconds: Double) -> Double {
    exponentialBase2(max(-1_000, -seconds / FeltMeter.seconds * 1.442_695_040_888_963_4))
  }

  private func lastTime(_ node: Int, height: Int) -> Double {
    times[min(times.count - 1, ((node + 1) << height) - leaves - 1)]
  }

  mutating func add(_ energy: Double, at place: Int) {
    var node = leaves + place
    nodes[node] += energy
    var height = 0
    while node > 1 {
      node /= 2
      let gap = lastTime(2 * node + 1, height: height) - lastTime(2 * node, height: height)
      nodes[node] = nodes[2 * node] * DecayingSums.decay(gap) + nodes[2 * node + 1]
      height += 1
    }
  }

  /// Returns the sum of the transients up to a place, decayed up to its time.
  func sum(upTo place: Int) -> Double {
    var node = leaves + place
    var height = 0
    var sum = nodes[node]
    while node > 1 {
      if node % 2 == 1 {
        sum += nodes[node - 1] * DecayingSums.decay(times[place] - lastTime(node - 1, height: height))
      }
      node /= 2
      height += 1
    }
    return sum
  }
}
