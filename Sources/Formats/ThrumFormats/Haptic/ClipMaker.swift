import FoundationEssentials
import ThrumPattern

package struct ClipMaker {
  private let timeline: PatternTimeline
  private let patterns: [Pattern]
  private let target: Target
  /// Running maximum of the continuous events' ends.
  private let ends: [Double]
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

  package struct TooLong: Error, CustomStringConvertible {
    package let description: String
  }

  /// Grid step between corners, s.
  private static let step = 0.005
  private static let error = 0.01
  /// Gap below which transients are merged, s.
  private static let tapRoom = 0.001
  /// In seconds.
  static let longest = 3600.0

  package init(_ timeline: PatternTimeline, _ patterns: [Pattern], for target: Target = .file) {
    self.timeline = timeline
    self.patterns = patterns
    self.target = target
    var latest = -Double.infinity
    ends = timeline.holds.map { hold in
      latest = max(latest, hold.end)
      return latest
    }
  }

  package mutating func clip() throws(TooLong) -> HapticClip {
    let taps = mergedTaps()
    let end = max(target == .effect ? hapticEnd : timeline.duration, taps.last?.time ?? 0)
    guard end <= ClipMaker.longest else {
      throw TooLong(
        description:
          "the pattern lasts \(fixed(end, 0)) s, but \(target.name) can last at most an hour: remove the late event")
    }
    noteLosses(end)
    let times = sampleTimes(to: end, taps.map(\.time))
    var clip = HapticClip(metadata: metadata, amplitude: amplitude(times, taps, end))
    clip.frequency = frequency(times, end)
    return clip
  }

  // MARK: Envelopes

  package func amplitude(at time: Double) -> Double { strength(at: time).amplitude }

  /// Returns the range of events that have started, except the leading ones that have ended.
  private func places(at time: Double) -> Range<Int> {
    var (low, high) = (0, timeline.holds.count)
    while low < high {
      let middle = (low + high) / 2
      if timeline.holds[middle].start <= time { low = middle + 1 } else { high = middle }
    }
    while low > 0, ends[low - 1] >= time { low -= 1 }
    return low..<high
  }

  /// The envelope scales the amplitude, not the intensity (decision 0007).
  private func amplitude(_ hold: PatternTimeline.Hold, at time: Double) -> Double {
    let control = hold.controls.value(.hapticIntensityControl, at: time)
    let intensity = min(1, max(0, hold.intensity * control))
    return IntensityLaw.phone.amplitude(intensity) * min(1, max(0, hold.envelope.intendedLevel(at: time)))
  }

  /// Returns the sum of all continuous amplitudes, clamped to 0…1, and the mean sharpness weighted by amplitude.
  func strength(at time: Double) -> (amplitude: Double, sharpness: Double?) {
    var (sum, weight) = (0.0, 0.0)
    for place in places(at: time) where timeline.holds[place].end >= time {
      let hold = timeline.holds[place]
      let amplitude = amplitude(hold, at: time)
      sum += amplitude * hold.sharpness(at: time)
      weight += amplitude
    }
    return (min(1, weight), weight > 1e-6 ? sum / weight : nil)
  }

  private func sampleTimes(to end: Double, _ taps: [Double]) -> [Double] {
    var corners: Set<Double> = [0, end]
    for hold in timeline.holds {
      for corner in hold.envelope.sampledCorners where corner.isFinite { corners.insert(corner) }
      for control in [hold.controls[.hapticIntensityControl], hold.controls[.hapticSharpnessControl]] {
        for corner in control?.corners(in: 0...max(end, 0), limit: 100_000) ?? [] { corners.insert(corner) }
      }
    }
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

  private func amplitude(_ times: [Double], _ taps: [PatternTimeline.Tap], _ end: Double) -> [HapticClip.AmplitudePoint]
  {
    let samples = times.map {
      Polyline.Sample(time: $0, value: IntensityLaw.phone.intensity(amplitude: amplitude(at: $0)))
    }
    let line = Polyline.simplified(samples, error: ClipMaker.error)
    var points = line.map { point(at: $0.time, $0.value) }
    let corners = points.map(\.time)
    func isCorner(_ time: Double) -> Bool {
      let index = ClipMaker.place(of: time - 1e-6, in: corners)
      return index < corners.count && abs(corners[index] - time) < 1e-6
    }
    for tap in taps {
      // A pulse replaces the envelope only at its own point, so pin the envelope on both sides.
      for time in [tap.time - ClipMaker.tapRoom, tap.time, tap.time + ClipMaker.tapRoom]
      where time >= 0 && time <= end && !isCorner(time) {
        points.append(point(at: time, Polyline.value(line, at: time)))
      }
    }
    points = points.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    let times = points.map(\.time)
    for tap in taps {
      // Take the point after any jump.
      let index = ClipMaker.place(of: tap.time + 1e-6, in: times) - 1
      guard index >= 0, abs(times[index] - tap.time) < 1e-6 else { continue }
      points[index].emphasis = HapticClip.Emphasis(
        amplitude: max(IntensityLaw.phone.amplitude(tap.intensity), points[index].amplitude), frequency: tap.sharpness)
    }
    return points
  }

  private static func place(of time: Double, in times: [Double]) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func point(at time: Double, _ intensity: Double) -> HapticClip.AmplitudePoint {
    HapticClip.AmplitudePoint(time: (time * 1e6).rounded() / 1e6, amplitude: IntensityLaw.phone.amplitude(intensity))
  }

  private func frequency(_ times: [Double], _ end: Double) -> [HapticClip.FrequencyPoint] {
    let samples = times.compactMap { time in
      strength(at: time).sharpness.map { Polyline.Sample(time: time, value: $0) }
    }
    return Polyline.simplified(samples, error: ClipMaker.error).map {
      HapticClip.FrequencyPoint(time: min(end, ($0.time * 1e6).rounded() / 1e6), frequency: $0.value * $0.value)
    }
  }

  // MARK: Losses

  /// Keeps the strongest tap within a millisecond.
  private mutating func mergedTaps() -> [PatternTimeline.Tap] {
    var result: [PatternTimeline.Tap] = []
    for tap in timeline.taps {
      if let last = result.last, tap.time - last.time < ClipMaker.tapRoom {
        losses.append(
          "the transient at \(fixed(tap.time, 4)) s: \(target.name) allows one pulse per point; the strongest is kept")
        if tap.intensity > last.intensity { result[result.count - 1] = tap }
      } else {
        result.append(tap)
      }
    }
    return result
  }

  private var hapticEnd: Double { max(timeline.duration, ends.last ?? 0) }

  private mutating func noteLosses(_ end: Double) {
    let foreign = ForeignParts(patterns, file: target.name)
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
    for tap in timeline.taps where amplitude(at: tap.time) > IntensityLaw.phone.amplitude(tap.intensity) + 1e-3 {
      losses.append(
        "the transient at \(fixed(tap.time, 4)) s is raised to \(fixed(IntensityLaw.phone.intensity(amplitude: amplitude(at: tap.time)), 2)), the intensity already playing there"
      )
    }
    losses += foreign.unknown
    if end <= 0 { losses.append("a length of 0: \(target.name) lasts at least 0.01 s") }
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
