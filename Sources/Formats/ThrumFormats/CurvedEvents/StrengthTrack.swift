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
  private let timeline: PatternTimeline

  static let silence = 0.005
  private static let latest = Double(CurvedEventRules.latest) / 1000

  init(_ timeline: PatternTimeline, _ work: Work<PatternWriter.WriteError>) throws(PatternWriter.WriteError) {
    self.timeline = timeline
    var sweep = StrengthSweep(timeline)
    var open: [PatternTimeline.Hold] = []
    var end = -1.0
    for (place, hold) in timeline.holds.enumerated() {
      try work.check(at: place)
      guard hold.start <= StrengthTrack.latest else {
        late += 1
        continue
      }
      if hold.start > end - 1e-6, !open.isEmpty {
        add(open, until: end, &sweep)
        open = []
      }
      overlapping += open.isEmpty ? 0 : 1
      open.append(hold)
      end = max(open.count == 1 ? 0 : end, StrengthTrack.end(hold))
    }
    if !open.isEmpty { add(open, until: end, &sweep) }
  }

  /// Returns the end of an event without the short release that every event has.
  private static func end(_ hold: PatternTimeline.Hold) -> Double {
    let cut = hold.envelope.corners[2]
    let last = hold.envelope.intendedLevel(at: cut + 1e-6) > 0 ? hold.end : min(cut, hold.end)
    return min(max(last, hold.start), latest + Double(CurvedEventRules.longest) / 1000)
  }

  private mutating func add(_ holds: [PatternTimeline.Hold], until end: Double, _ sweep: inout StrengthSweep) {
    let start = holds[0].start
    var corners: Set<Double> = [start, end]
    for hold in holds {
      for corner in hold.envelope.sampledCorners where corner > start && corner < end { corners.insert(corner) }
    }
    corners.formUnion(timeline.controlCorners(in: start...max(start, end)))
    let times = ClipMaker.times(around: corners.sorted().filter { $0 >= start && $0 <= end })
    // At the end, the next event may already have started.
    var samples = times.filter { $0 >= start }.map { StrengthTrack.sample(at: min($0, end - 2e-7), &sweep) }
    guard let first = samples.firstIndex(where: { $0.level >= StrengthTrack.silence }),
      let last = samples.lastIndex(where: { $0.level >= StrengthTrack.silence })
    else { return }
    samples = Array(samples[max(0, first - 1)...min(samples.count - 1, last + 1)])
    islands.append(samples)
  }

  private static func sample(at time: Double, _ sweep: inout StrengthSweep) -> Sample {
    // A stretch may start up to a microsecond before the end of the one before.
    let strength = sweep.strength(at: max(time, sweep.now))
    return Sample(
      time: time, level: IntensityLaw.phone.intensity(amplitude: strength.amplitude),
      sharpness: min(1, max(0, strength.sharpness ?? 0)))
  }

  /// Returns all events as one stretch. A tap is a peak that rises within 1 ms and falls within twice its length.
  func joined(
    with taps: [CurvedEvent], _ work: Work<PatternWriter.WriteError>
  ) throws(PatternWriter.WriteError) -> [Sample] {
    var spans = islands.compactMap { island in
      island.first.flatMap { first in island.last.map { (first.time, $0.time) } }
    }
    spans += taps.map { ($0.start / 1000, $0.start / 1000 + 0.041) }
    spans.sort { $0.0 < $1.0 }
    var samples: [Sample] = []
    var sweep = StrengthSweep(timeline)
    var last = -1
    var live = taps.sorted { $0.start < $1.start }[...]
    for (begin, end) in spans {
      try work.check()
      let (first, final) = (
        max(0, last + 1, Int(saturating: (begin * 1000).rounded()) - 1), Int(saturating: (end * 1000).rounded()) + 1
      )
      guard first <= final else { continue }
      for time in first...final {
        while let first = live.first, first.start + 45 < Double(time) { live = live.dropFirst() }
        var sample = StrengthTrack.sample(at: Double(time) / 1000, &sweep)
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

/// A stretch of continuous events, which can be reduced to its corners for any tolerance.
struct CurvedLine {
  /// `time` is in ms.
  struct Node {
    var time: Int
    var level: Double
    var sharpness: Double
  }

  /// Corners for the smallest tolerance, each with the tolerance of strength at which it is dropped.
  private let corners: [(sample: StrengthTrack.Sample, limit: Double)]
  /// The first and last moment that can be heard, at the strongest level.
  private let faint: [Node]
  /// Changes in sharpness, each with the tolerance at which it is dropped.
  private let tones: [(time: Double, limit: Double)]

  /// - Parameter least: The smallest tolerance of strength, 0…1.
  init(_ samples: [StrengthTrack.Sample], least: Double) {
    let heard = samples.filter { $0.level >= StrengthTrack.silence }
      .map { Polyline.Sample(time: $0.time, value: $0.sharpness) }
    let most = samples.max { $0.level < $1.level }
    faint = [heard.first, heard.last].compactMap { $0 }.map { moment in
      Node(time: Int(saturating: (moment.time * 1000).rounded()), level: most?.level ?? 0, sharpness: moment.value)
    }
    let tones = zip(heard, Polyline.limits(heard, above: 2 * least)).map { (time: $0.time, limit: $1) }
      .dropFirst().dropLast().filter { $0.limit > 0 }
    let toneTimes = Set(tones.lazy.map { $0.time })
    let levels = samples.map { Polyline.Sample(time: $0.time, value: $0.level) }
    corners = zip(samples, Polyline.limits(levels, above: least)).map { (sample: $0, limit: $1) }
      .filter { $0.limit > 0 || toneTimes.contains($0.sample.time) }
    self.tones = tones
  }

  /// Returns the corners at increasing times in whole milliseconds.
  func nodes(error: Double) -> [Node] {
    let toneTimes = Set(tones.lazy.filter { $0.limit > 2 * error }.map { $0.time })
    let silence = StrengthTrack.silence
    var nodes: [Node] = []
    // What is weaker than the tolerance would be flattened to nothing.
    if let level = faint.first?.level, level <= error, level >= silence {
      return [faint[0], Node(time: max(faint[0].time + 1, faint[1].time), level: level, sharpness: faint[1].sharpness)]
    }
    let kept = corners.filter { $0.limit > error || toneTimes.contains($0.sample.time) }.map { $0.sample }
    for (place, sample) in kept.enumerated() {
      let exact = Int(saturating: (sample.time * 1000).rounded())
      if nodes.count == 1, nodes[0].time == exact {
        // A first value that lasts less than a millisecond cannot be written.
        (nodes[0].level, nodes[0].sharpness) = (sample.level, sample.sharpness)
        continue
      }
      let next = place + 1 < kept.count ? Int(saturating: (kept[place + 1].time * 1000).rounded()) : Int.max
      // A jump takes 1 ms, before the event if there is room.
      let wanted = next <= exact && (nodes.last?.time ?? -1) < exact - 1 ? exact - 1 : exact
      nodes.append(
        Node(time: max(wanted, (nodes.last?.time ?? -1) + 1), level: sample.level, sharpness: sample.sharpness))
    }
    if nodes.count > 1, nodes[0].level < silence { nodes[0].sharpness = nodes[1].sharpness }
    for index in nodes.indices.dropFirst() where nodes[index].level < silence {
      nodes[index].sharpness = nodes[index - 1].sharpness
    }
    return nodes
  }
}
