import ThrumPattern

struct StrengthTrack {
  struct Sample {
    /// In seconds.
    var time: Double
    var level: Double
    var sharpness: Double
  }

  /// Stretches of overlapping continuous events, whose amplitudes add.
  private(set) var islands: [[Sample]] = []
  /// Number of continuous events that start too late.
  private(set) var late = 0
  private(set) var overlapping = 0
  private let maker: ClipMaker

  static let silence = 0.005
  private static let latest = Double(CurvedEventRules.latest) / 1000

  init(_ timeline: PatternTimeline, _ patterns: [Pattern]) {
    maker = ClipMaker(timeline, patterns, for: .effect)
    var open: [PatternTimeline.Hold] = []
    var end = -1.0
    for hold in timeline.holds {
      guard hold.start <= StrengthTrack.latest else {
        late += 1
        continue
      }
      if hold.start > end - 1e-6, !open.isEmpty {
        add(open, until: end)
        open = []
      }
      overlapping += open.isEmpty ? 0 : 1
      open.append(hold)
      end = max(open.count == 1 ? 0 : end, StrengthTrack.end(hold))
    }
    if !open.isEmpty { add(open, until: end) }
  }

  /// Returns the end of an event without the short release that every event has.
  private static func end(_ hold: PatternTimeline.Hold) -> Double {
    let cut = hold.envelope.corners[2]
    let last = hold.envelope.intendedLevel(at: cut + 1e-6) > 0 ? hold.end : min(cut, hold.end)
    return min(max(last, hold.start), latest + Double(CurvedEventRules.longest) / 1000)
  }

  private mutating func add(_ holds: [PatternTimeline.Hold], until end: Double) {
    let start = holds[0].start
    var corners: Set<Double> = [start, end]
    for hold in holds {
      for corner in hold.envelope.sampledCorners where corner > start && corner < end { corners.insert(corner) }
      for control in [hold.controls[.hapticIntensityControl], hold.controls[.hapticSharpnessControl]] {
        for corner in control?.corners(in: start...max(start, end), limit: 100_000) ?? [] { corners.insert(corner) }
      }
    }
    let times = ClipMaker.times(around: corners.sorted().filter { $0 >= start && $0 <= end })
    // At the end, the next event may already have started.
    var samples = times.filter { $0 >= start }.map { sample(at: min($0, end - 2e-7)) }
    guard let first = samples.firstIndex(where: { $0.level >= StrengthTrack.silence }),
      let last = samples.lastIndex(where: { $0.level >= StrengthTrack.silence })
    else { return }
    samples = Array(samples[max(0, first - 1)...min(samples.count - 1, last + 1)])
    islands.append(samples)
  }

  private func sample(at time: Double) -> Sample {
    let strength = maker.strength(at: time)
    return Sample(
      time: time, level: IntensityLaw.phone.intensity(amplitude: strength.amplitude),
      sharpness: min(1, max(0, strength.sharpness ?? 0)))
  }

  /// Returns all events as one stretch. A tap is a peak that rises within 1 ms and falls within twice its length.
  func joined(with taps: [CurvedEvent]) -> [Sample] {
    var spans = islands.compactMap { island in
      island.first.flatMap { first in island.last.map { (first.time, $0.time) } }
    }
    spans += taps.map { ($0.start / 1000, $0.start / 1000 + 0.041) }
    spans.sort { $0.0 < $1.0 }
    var samples: [Sample] = []
    var last = -1
    var live = taps.sorted { $0.start < $1.start }[...]
    for (begin, end) in spans {
      for time in max(last + 1, Int((begin * 1000).rounded()) - 1)...max(last + 1, Int((end * 1000).rounded()) + 1)
      where time >= 0 {
        while let first = live.first, first.start + 45 < Double(time) { live = live.dropFirst() }
        var sample = self.sample(at: Double(time) / 1000)
        for tap in live.prefix(while: { $0.start <= Double(time) }) {
          let fall = 2 * Double(VibrationLimits.tapMilliseconds(sharpness: tap.frequency / 100))
          let level = tap.intensity / 100 * max(0, 1 - (Double(time) - tap.start) / fall)
          if level > sample.level { (sample.level, sample.sharpness) = (level, tap.frequency / 100) }
        }
        StrengthTrack.append(sample, to: &samples)
        last = time
      }
    }
    return samples
  }

  /// Appends a sample. In a run of equal samples, keeps only the first and the last.
  private static func append(_ sample: Sample, to samples: inout [Sample]) {
    let isConstant =
      samples.count > 1
      && samples.suffix(2).allSatisfy { $0.level == sample.level && $0.sharpness == sample.sharpness }
    if isConstant { samples[samples.count - 1] = sample } else { samples.append(sample) }
  }
}
