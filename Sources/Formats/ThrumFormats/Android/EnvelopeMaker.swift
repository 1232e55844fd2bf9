import ThrumPattern

/// Converts a clip to envelopes with segments of 20 ms to 1 s. Envelopes with too many points are split at pauses.
struct EnvelopeMaker {
  enum Failure: Error {
    /// A stretch, in seconds, needs too many points and has no pause.
    case tooManyPoints(begin: Double, end: Double)
    /// The work was ended.
    case ended
  }

  /// `time` is in ms.
  private struct Corner {
    var time: Int
    var level: Double
    var sharpness: Double
  }

  private typealias Stretch = [(time: Double, level: Double, sharpness: Double)]

  private(set) var losses: [String] = []
  private let most: Int
  private let isBasic: Bool
  private let line: [Polyline.Sample]
  private let tones: [Polyline.Sample]
  private let pulses: [(time: Double, level: Double, sharpness: Double)]
  private let map = SharpnessMap()
  /// Whether each stretch becomes an effect, split if necessary.
  private let isTimeline: Bool
  private let work: Work<Failure>

  /// Initial and maximum tolerance, 0…1.
  private static let errors = (0.02, 0.3)
  /// Tolerance above which a stretch of a timeline is split instead of simplified.
  private static let fine = 0.06
  /// Levels below −48 dB are silent: no actuator reproduces them.
  private static let silence = 0.004
  /// Rise and fall time of a tap, s.
  private static let rise = Double(VibrationLimits.shortestLine) / 1000

  init(
    _ clip: HapticClip, points: Int, isBasic: Bool, isTimeline: Bool = false, _ work: Work<PatternWriter.WriteError>
  ) {
    self.isTimeline = isTimeline
    self.work = work.rethrowing { _ in .ended }
    most = points
    self.isBasic = isBasic
    func level(_ amplitude: Double) -> Double {
      isBasic ? IntensityLaw.phone.intensity(amplitude: max(0, amplitude)) : amplitude
    }
    line = clip.amplitude.map { Polyline.Sample(time: $0.time, value: level($0.amplitude)) }
    tones =
      clip.frequency.isEmpty
      ? [Polyline.Sample(time: 0, value: 0.5.squareRoot())]
      : clip.frequency.map { Polyline.Sample(time: $0.time, value: max(0, $0.frequency).squareRoot()) }
    pulses = clip.amplitude.compactMap { point in
      point.emphasis.map { (point.time, level($0.amplitude), $0.frequency) }
    }
  }

  mutating func sequence() throws(Failure) -> VibrationSequence {
    var parts: [VibrationSequence.Part] = []
    var (worst, dropped, end) = (0.0, 0, 0)
    var group: [Corner] = []
    var count = 0
    var open = Array(try stretches().reversed())
    while let stretch = open.popLast() {
      try work.check()
      let fitted: (corners: [Corner], error: Double, dropped: Int)
      let bound = isTimeline ? EnvelopeMaker.fine : EnvelopeMaker.errors.1
      do throws(Failure) { fitted = try fit(stretch, from: end, bound) } catch {
        if case .ended = error { throw error }
        if isTimeline, let halves = halves(of: stretch) {
          open += [halves.second, halves.first]
          continue
        }
        fitted = try fit(stretch, from: end, EnvelopeMaker.errors.1)
      }
      worst = max(worst, fitted.error)
      dropped += fitted.dropped
      let first = fitted.corners[0]
      if isTimeline {
        parts.append(part(fitted.corners))
        end = fitted.corners[fitted.corners.count - 1].time
        continue
      }
      if group.isEmpty { group = [Corner(time: 0, level: 0, sharpness: first.sharpness)] }
      let more = lines(fitted.corners, after: group[group.count - 1]).count
      if count + more <= most {
        group += fitted.corners
        count += more
      } else {
        if count > 0 { parts.append(part(group)) }
        group = fitted.corners
        count = lines(fitted.corners, after: first).count
      }
      end = fitted.corners[fitted.corners.count - 1].time
    }
    if count > 0 { parts.append(part(group)) }
    note(worst, dropped, isTimeline ? 1 : parts.count)
    return VibrationSequence(parts)
  }

  /// Splits a stretch at its weakest point in the middle half.
  private func halves(of stretch: Stretch) -> (first: Stretch, second: Stretch)? {
    let (begin, end) = (stretch[0].time, stretch[stretch.count - 1].time)
    let quarter = (end - begin) / 4
    let middle = stretch.indices.filter { (begin + quarter...end - quarter).contains(stretch[$0].time) }
    guard quarter > 2 * EnvelopeMaker.rise, let cut = middle.min(by: { stretch[$0].level < stretch[$1].level }) else {
      return nil
    }
    let pause = (time: stretch[cut].time, level: 0.0, sharpness: stretch[cut].sharpness)
    return (Array(stretch[...cut]) + [pause], [pause] + Array(stretch[cut...]))
  }

  private mutating func note(_ error: Double, _ dropped: Int, _ parts: Int) {
    let weakest = isBasic ? EnvelopeMaker.silence.squareRoot() : EnvelopeMaker.silence
    let weak = WeakParts(
      line, below: weakest, taps: pulses.filter { thousandths($0.level) == 0 && $0.level > 0 }.map { $0.time })
    if let loss = weak.loss { losses.append(loss) }
    if !pulses.isEmpty {
      losses.append(
        "\(counted(pulses.count, "transient")): an envelope's segments last at least \(VibrationLimits.shortestLine) ms, "
          + "so each transient becomes a rise and a fall of that length")
    }
    if error > EnvelopeMaker.errors.0 {
      losses.append(
        "detail: with at most \(most) points, strength is off by up to \(fixed(100 * error, 0)) % of full scale")
    }
    if dropped > 0 {
      losses.append(
        "\(counted(dropped, "corner")) closer than \(VibrationLimits.shortestLine) ms to a neighbour: moved or dropped")
    }
    if parts > 1 {
      losses.append(
        "a single effect: the pattern is split into \(parts) effects, which the app must play in sequence, timing the "
          + "pauses itself")
    }
  }

  // MARK: Corners

  private func pulseLevel(_ pulse: (time: Double, level: Double, sharpness: Double), at time: Double) -> Double {
    let place = (time - pulse.time) / EnvelopeMaker.rise
    return place <= 0 || place >= 2 ? 0 : pulse.level * (place < 1 ? place : 2 - place)
  }

  private func value(at time: Double, before: Bool = false) -> (level: Double, sharpness: Double) {
    let look = before ? time - 1e-7 : time
    var level = line.isEmpty || look >= line[line.count - 1].time || look < 0 ? 0 : Polyline.value(line, at: look)
    if level < (isBasic ? EnvelopeMaker.silence.squareRoot() : EnvelopeMaker.silence) { level = 0 }
    var sharpness = Polyline.value(tones, at: look)
    for pulse in near(time) {
      let strength = pulseLevel(pulse, at: time)
      // A tap has its own sharpness from the start.
      let begins = level == 0 && time >= pulse.time && time < pulse.time + EnvelopeMaker.rise
      if strength > level || begins { (level, sharpness) = (max(level, strength), pulse.sharpness) }
    }
    return (level, min(1, max(0, sharpness)))
  }

  private func near(_ time: Double) -> ArraySlice<(time: Double, level: Double, sharpness: Double)> {
    let begin = time - 2 * EnvelopeMaker.rise - 1e-6
    return pulses[pulses.partitioningIndex { $0.time >= begin }...].prefix { $0.time <= time + 1e-6 }
  }

  private func stretches() throws(Failure) -> [[(time: Double, level: Double, sharpness: Double)]] {
    var times = Set(line.map { $0.time } + tones.map { $0.time })
    for pulse in pulses {
      for part in 0...8 { times.insert(pulse.time + Double(part) * EnvelopeMaker.rise / 4) }
    }
    var found: [[(time: Double, level: Double, sharpness: Double)]] = []
    var open: [(time: Double, level: Double, sharpness: Double)] = []
    func take(_ time: Double, _ value: (level: Double, sharpness: Double)) {
      let sample = (time: time, level: value.level, sharpness: value.sharpness)
      if value.level > 0 {
        open.append(sample)
      } else if open.contains(where: { $0.level > 0 }) {
        found.append(open + [sample])
        open = [sample]
      } else {
        open = [sample]
      }
    }
    for (place, time) in times.sorted().enumerated() where time >= 0 {
      try work.check(at: place)
      let (before, after) = (value(at: time, before: true), value(at: time))
      take(time, before)
      if abs(before.level - after.level) > 1e-4 || abs(before.sharpness - after.sharpness) > 1e-4 { take(time, after) }
    }
    if open.contains(where: { $0.level > 0 }), let last = open.last {
      found.append(open + [(last.time, 0, last.sharpness)])
    }
    // Join stretches less than the shortest segment apart.
    return found.reduce(into: []) { joined, stretch in
      if let end = joined.last?.last?.time, stretch[0].time - end < EnvelopeMaker.rise {
        joined[joined.count - 1] += stretch
      } else {
        joined.append(stretch)
      }
    }
  }

  // MARK: Fitting

  /// Fits a stretch with the smallest possible error, at most `bound`. `earliest` is in ms.
  private func fit(
    _ stretch: [(time: Double, level: Double, sharpness: Double)], from earliest: Int, _ bound: Double
  ) throws(Failure) -> (corners: [Corner], error: Double, dropped: Int) {
    let (begin, end) = (stretch[0].time, stretch[stretch.count - 1].time)
    let tooMany = Failure.tooManyPoints(begin: begin, end: end)
    guard (end - begin) * 1000 <= Double(most * VibrationLimits.longestLine) else { throw tooMany }
    var error = EnvelopeMaker.errors.0
    while true {
      try work.check()
      let (corners, dropped) = spaced(stretch, kept: kept(stretch, error), from: earliest)
      if lines(corners, after: corners[0]).count <= most { return (corners, error, dropped) }
      error *= 1.4
      guard error <= bound else { throw tooMany }
    }
  }

  private func kept(_ stretch: [(time: Double, level: Double, sharpness: Double)], _ error: Double) -> [Int] {
    let levels = Polyline.corners(
      stretch.map { Polyline.Sample(time: $0.time, value: $0.level) }, error: error, squares: false)
    let tones = Polyline.corners(
      stretch.map { Polyline.Sample(time: $0.time, value: $0.sharpness) }, error: 3 * error, squares: false)
    return Set(levels).union(tones).sorted()
  }

  /// Keeps corners that are at least the minimum segment length apart. Peaks of taps take precedence, then both ends,
  /// then other corners.
  private func spaced(
    _ stretch: [(time: Double, level: Double, sharpness: Double)], kept: [Int], from earliest: Int
  ) -> (corners: [Corner], dropped: Int) {
    func corner(_ index: Int, at time: Int? = nil) -> Corner {
      let sample = stretch[index]
      return Corner(time: time ?? milliseconds(sample.time), level: sample.level, sharpness: sample.sharpness)
    }
    let room = VibrationLimits.shortestLine
    var chosen: [Corner] = []
    func place(for time: Int) -> Int? {
      let index = chosen.partitioningIndex { $0.time >= time }
      guard index == 0 || time - chosen[index - 1].time >= room else { return nil }
      return index == chosen.count || chosen[index].time - time >= room ? index : nil
    }
    let (first, last) = (kept[0], kept[kept.count - 1])
    let start = max(earliest, milliseconds(stretch[first].time))
    let peaks = kept.filter { isPeak(stretch[$0]) }.sorted { stretch[$0].level > stretch[$1].level }
    var dropped = 0
    for index in peaks {
      let time = max(start + room, milliseconds(stretch[index].time))
      if let place = place(for: time) { chosen.insert(corner(index, at: time), at: place) } else { dropped += 1 }
    }
    chosen.insert(corner(first, at: start), at: 0)
    let taken = Set(peaks)
    for index in kept.dropFirst().dropLast() where !taken.contains(index) {
      let time = milliseconds(stretch[index].time)
      // A jump becomes a segment of minimum length.
      let later = max(time, start) + room
      if time > start, let place = place(for: time) {
        chosen.insert(corner(index), at: place)
      } else if stretch[index - 1].time > stretch[index].time - 1e-6, let place = place(for: later) {
        chosen.insert(corner(index, at: later), at: place)
      } else if time != start, near(stretch[index].time).isEmpty {
        dropped += 1
      }
    }
    chosen.append(corner(last, at: max(milliseconds(stretch[last].time), chosen[chosen.count - 1].time + room)))
    return (chosen, dropped)
  }

  private func isPeak(_ sample: (time: Double, level: Double, sharpness: Double)) -> Bool {
    near(sample.time).contains {
      abs($0.time + EnvelopeMaker.rise - sample.time) < 1e-6 && abs($0.level - sample.level) < 1e-6
    }
  }

  private func lines(_ corners: some Sequence<Corner>, after first: Corner) -> [Corner] {
    var result: [Corner] = []
    var before = first
    for corner in corners {
      let length = corner.time - before.time
      // After too short a pause, continue at the previous end.
      guard length >= VibrationLimits.shortestLine else { continue }
      let count = (length + VibrationLimits.longestLine - 1) / VibrationLimits.longestLine
      for part in 1...count {
        let place = Double(part) / Double(count)
        result.append(
          Corner(
            time: before.time + length * part / count, level: before.level + (corner.level - before.level) * place,
            sharpness: before.sharpness + (corner.sharpness - before.sharpness) * place))
      }
      before = corner
    }
    return result
  }

  private func part(_ corners: [Corner]) -> VibrationSequence.Part {
    let start = corners[0].time
    let first = corners[0].sharpness
    var before = start
    let lines = lines(corners, after: corners[0]).map { line in
      defer { before = line.time }
      return (level: thousandths(line.level), sharpness: thousandths(line.sharpness), length: line.time - before)
    }
    if isBasic {
      let points = lines.map {
        VibrationEffect.BasicEnvelope.Point(intensity: $0.level, sharpness: $0.sharpness, milliseconds: $0.length)
      }
      return VibrationSequence.Part(
        start: start, effect: .basicEnvelope(.init(initialSharpness: thousandths(first), points: points)))
    }
    let points = lines.map {
      VibrationEffect.Envelope.Point(amplitude: $0.level, hertz: hertz($0.sharpness), milliseconds: $0.length)
    }
    return VibrationSequence.Part(start: start, effect: .envelope(.init(initialHertz: hertz(first), points: points)))
  }

  private func hertz(_ sharpness: Double) -> Double { (map.hertz(sharpness: sharpness) * 10).rounded() / 10 }
}
