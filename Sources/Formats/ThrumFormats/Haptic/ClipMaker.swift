import ThrumPattern

package struct ClipMaker {
  private let timeline: PatternTimeline
  private let patterns: [Pattern]
  private let target: Target
  private let work: Work<PatternWriter.WriteError>
  package private(set) var losses: [String] = []

  package enum Target: Sendable {
    /// A `.haptic` file ends with the last event.
    case file
    /// An Android effect ends after the last release.
    case effect

    fileprivate var name: String {
      switch self {
      case .file: "a clip"
      case .effect: "an effect"
      }
    }
  }

  /// Grid step between corners, s.
  private static let step = 0.005
  private static let error = 0.01
  /// Gap below which transients are merged, s.
  private static let tapRoom = 0.001
  /// In seconds.
  static let longest = 3600.0

  package init(
    _ timeline: PatternTimeline, _ patterns: [Pattern], for target: Target = .file,
    _ work: Work<PatternWriter.WriteError>
  ) {
    self.timeline = timeline
    self.patterns = patterns
    self.target = target
    self.work = work
  }

  /// - Throws: `WriteError` if the pattern is too long, or the work was ended.
  package mutating func clip() throws(PatternWriter.WriteError) -> HapticClip {
    let taps = mergedTaps()
    let end = max(target == .effect ? hapticEnd : timeline.duration, taps.last?.time ?? 0)
    guard end <= ClipMaker.longest else {
      throw PatternWriter.WriteError(
        description:
          "the pattern lasts \(fixed(end, 0)) s, but \(target.name) can last at most an hour: remove the late event")
    }
    try noteLosses(end)
    let times = sampleTimes(to: end, taps.map { $0.time })
    let envelopes = try envelopes(times)
    var clip = HapticClip(metadata: metadata, amplitude: amplitude(envelopes.intensity, taps, end))
    clip.frequency = frequency(envelopes.sharpness, end)
    return clip
  }

  // MARK: Envelopes

  private func sampleTimes(to end: Double, _ taps: [Double]) -> [Double] {
    var corners: Set<Double> = [0, end]
    for hold in timeline.holds {
      for corner in hold.envelope.sampledCorners where corner.isFinite { corners.insert(corner) }
    }
    corners.formUnion(timeline.controlCorners(in: 0...max(end, 0)))
    for tap in taps { corners.formUnion([tap - ClipMaker.tapRoom, tap, tap + ClipMaker.tapRoom]) }
    return ClipMaker.times(around: corners.sorted().filter { $0 >= 0 && $0 <= end })
  }

  /// Returns times on both sides of each corner, and a grid in between. The corners must be sorted.
  static func times(around corners: [Double]) -> [Double] {
    var times: [Double] = []
    for corner in corners {
      // Later rounding gives both sides of a corner the same time.
      if let last = times.last {
        var grid = last + ClipMaker.step
        while grid < corner - ClipMaker.step / 2 {
          times.append(grid)
          grid += ClipMaker.step
        }
      }
      if corner > 1e-7, corner - 1e-7 > times.last ?? -1 { times.append(corner - 1e-7) }
      times.append(corner)
    }
    return times
  }

  /// Returns the envelope of intensity, and that of sharpness where something is heard.
  private func envelopes(
    _ times: [Double]
  ) throws(PatternWriter.WriteError) -> (intensity: [Polyline.Sample], sharpness: [Polyline.Sample]) {
    var sweep = StrengthSweep(timeline)
    var (intensity, sharpness): ([Polyline.Sample], [Polyline.Sample]) = ([], [])
    intensity.reserveCapacity(times.count)
    for (place, time) in times.enumerated() {
      try work.check(at: place)
      let strength = sweep.strength(at: time)
      intensity.append(.init(time: time, value: IntensityLaw.phone.intensity(amplitude: strength.amplitude)))
      if let value = strength.sharpness { sharpness.append(.init(time: time, value: value)) }
    }
    return (intensity, sharpness)
  }

  private func amplitude(
    _ samples: [Polyline.Sample], _ taps: [PatternTimeline.Tap], _ end: Double
  ) -> [HapticClip.AmplitudePoint] {
    let line = Polyline.simplified(samples, error: ClipMaker.error)
    var points = line.map { point(at: $0.time, $0.value) }
    let corners = points.map { $0.time }
    func isCorner(_ time: Double) -> Bool {
      let index = corners.partitioningIndex { $0 >= time - 1e-6 }
      return index < corners.count && abs(corners[index] - time) < 1e-6
    }
    for tap in taps {
      // A pulse replaces the envelope only at its own point, so pin the envelope on both sides.
      for time in [tap.time - ClipMaker.tapRoom, tap.time, tap.time + ClipMaker.tapRoom]
      where time >= 0 && time <= end && !isCorner(time) {
        points.append(point(at: time, Polyline.value(line, at: time)))
      }
    }
    points = points.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map {
      $0.element
    }
    let times = points.map { $0.time }
    for tap in taps {
      // Take the point after any jump.
      let index = times.partitioningIndex { $0 >= tap.time + 1e-6 } - 1
      guard index >= 0, abs(times[index] - tap.time) < 1e-6 else { continue }
      points[index].emphasis = HapticClip.Emphasis(
        amplitude: max(IntensityLaw.phone.amplitude(tap.intensity), points[index].amplitude), frequency: tap.sharpness)
    }
    return points
  }

  private func point(at time: Double, _ intensity: Double) -> HapticClip.AmplitudePoint {
    HapticClip.AmplitudePoint(time: (time * 1e6).rounded() / 1e6, amplitude: IntensityLaw.phone.amplitude(intensity))
  }

  private func frequency(_ samples: [Polyline.Sample], _ end: Double) -> [HapticClip.FrequencyPoint] {
    Polyline.simplified(samples, error: ClipMaker.error).map {
      HapticClip.FrequencyPoint(time: min(end, ($0.time * 1e6).rounded() / 1e6), frequency: $0.value * $0.value)
    }
  }

  // MARK: Losses

  /// Keeps the strongest tap within a millisecond.
  private mutating func mergedTaps() -> [PatternTimeline.Tap] {
    var result: [PatternTimeline.Tap] = []
    var merged: [Double] = []
    for tap in timeline.taps {
      if let last = result.last, tap.time - last.time < ClipMaker.tapRoom {
        merged.append(tap.time)
        if tap.intensity > last.intensity { result[result.count - 1] = tap }
      } else {
        result.append(tap)
      }
    }
    if let first = merged.first {
      losses.append(
        "\(ClipMaker.transients(merged.count, from: first)): \(target.name) allows one pulse per point; the strongest is kept"
      )
    }
    return result
  }

  /// For example, “the transient at 0.5000 s” or “3 transients, from 0.5000 s on”.
  private static func transients(_ count: Int, from first: Double) -> String {
    count == 1 ? "the transient at \(fixed(first, 4)) s" : "\(count) transients, from \(fixed(first, 4)) s on"
  }

  private var hapticEnd: Double { timeline.holds.reduce(timeline.duration) { max($0, $1.end) } }

  private mutating func noteLosses(_ end: Double) throws(PatternWriter.WriteError) {
    let foreign = UnwritableParts(patterns, file: target.name)
    losses += foreign.sounds
    var until = 0.0
    var overlaps = 0
    for hold in timeline.holds {
      if hold.start < until - 1e-6 { overlaps += 1 }
      until = max(until, min(hold.end, hold.envelope.corners[2]))
    }
    if overlaps > 0 {
      losses.append(
        "\(overlaps) continuous event\(overlaps == 1 ? "" : "s") overlapping another: amplitudes are summed, sharpness is mixed"
      )
    }
    if hapticEnd > end + 0.006 {
      losses.append("release tails after the end, from \(fixed(end, 3)) to \(fixed(hapticEnd, 3)) s")
    }
    try noteRaised()
    losses += foreign.unknown
    if end <= 0, timeline.taps.isEmpty { losses.append("a length of 0: \(target.name) lasts at least 0.01 s") }
  }

  private mutating func noteRaised() throws(PatternWriter.WriteError) {
    var sweep = StrengthSweep(timeline)
    var raised: [(time: Double, intensity: Double)] = []
    for (place, tap) in timeline.taps.enumerated() {
      try work.check(at: place)
      let amplitude = sweep.amplitude(at: tap.time)
      guard amplitude > IntensityLaw.phone.amplitude(tap.intensity) + 1e-3 else { continue }
      raised.append((tap.time, IntensityLaw.phone.intensity(amplitude: amplitude)))
    }
    guard let first = raised.first else { return }
    let verb = raised.count == 1 ? "is" : "are"
    let (least, most) = raised.reduce((first.intensity, first.intensity)) {
      (min($0.0, $1.intensity), max($0.1, $1.intensity))
    }
    let range = fixed(least, 2) == fixed(most, 2) ? fixed(least, 2) : "\(fixed(least, 2)) to \(fixed(most, 2))"
    losses.append(
      "\(ClipMaker.transients(raised.count, from: first.time)) \(verb) raised to \(range), the intensity already playing there"
    )
  }

  private var metadata: JSONObject {
    var members = [JSONObject.Member(name: "editor", value: .string("Thrum \(ThrumVersion.current)"))]
    for (from, to) in [("Project", "project"), ("Description", "description"), ("Author", "author")] {
      if case .string(let text)? = patterns.compactMap({ $0.metadata?[from] }).first {
        members.append(JSONObject.Member(name: to, value: .string(text)))
      }
    }
    return JSONObject(members)
  }
}

extension EnvelopeShape {
  /// Corners, with times added close to silence, where intensity (the square root of a line) is steep.
  var sampledCorners: [Double] {
    let (start, top, cut, end) = (corners[0], corners[1], corners[2], corners[3])
    let fall = cut < end ? cut : top
    return corners
      + [0.006, 0.025, 0.1, 0.3].flatMap { [start + $0 * (top - start), end - $0 * (end - fall)] }
  }
}
