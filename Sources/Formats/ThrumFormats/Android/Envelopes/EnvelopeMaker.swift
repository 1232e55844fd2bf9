import ThrumFeel
import ThrumPattern

/// Converts a clip to envelopes with segments of 20 ms to 1 s. Envelopes with too many points are split at pauses.
///
/// Of the envelopes that fit a stretch, the one is taken that feels most like it on the motor (decision 0086).
struct EnvelopeMaker {
  private typealias Corner = EnvelopeFit.Corner
  private typealias Stretch = [EnvelopeTarget.Sample]
  /// Corners, and the largest deviation from an envelope with any number of them.
  private typealias Fit = (corners: [Corner], error: Double)

  private(set) var losses: [String] = []
  private let most: Int
  private let isBasic: Bool
  private let target: EnvelopeTarget
  /// Whether each stretch becomes an effect, split if necessary.
  private let isTimeline: Bool
  private let measure: EnvelopeMeasure
  private let work: Work<PatternWriter.WriteError>
  /// The last stretches and their envelopes.
  private var recent: [(shape: StretchShape, fit: Fit)] = []

  /// Smallest deviation of a corner, and largest one of a simplified envelope, 0…1.
  private static let errors = (0.02, 0.3)
  /// Deviation above which a stretch of a timeline is split instead of simplified.
  private static let fine = 0.06
  /// Corners among which to choose, for each segment.
  private static let choice = 4
  /// How often the strength is corrected.
  private static let rounds = 3
  /// How many stretches back an equal one is looked for.
  private static let remembered = 64

  init(
    _ clip: HapticClip, points: Int, isBasic: Bool, isTimeline: Bool = false,
    _ work: Work<PatternWriter.WriteError>
  ) throws(PatternWriter.WriteError) {
    self.isTimeline = isTimeline
    self.work = work
    most = points
    self.isBasic = isBasic
    target = EnvelopeTarget(clip, isBasic: isBasic)
    measure = try EnvelopeMeasure(clip, on: AndroidFile.motor, work)
  }

  /// - Throws: `WriteError` if a part needs too many points and has no pause.
  mutating func sequence() throws(PatternWriter.WriteError) -> VibrationSequence {
    var parts: [VibrationSequence.Part] = []
    var (worst, moved, end) = (0.0, 0, 0)
    var group: [Corner] = []
    var count = 0
    var open = Array(try target.stretches(work).reversed())
    while let stretch = open.popLast() {
      try work.check()
      var found = try fit(stretch, from: end, isTimeline ? EnvelopeMaker.fine : EnvelopeMaker.errors.1)
      if isTimeline, found == nil {
        if let halves = halves(of: stretch) {
          open += [halves.second, halves.first]
          continue
        }
        found = try fit(stretch, from: end, EnvelopeMaker.errors.1)
      }
      guard let fitted = found else { throw tooMany(stretch) }
      worst = max(worst, fitted.error)
      moved += self.moved(stretch, fitted.corners)
      let first = fitted.corners[0]
      end = fitted.corners[fitted.corners.count - 1].time
      if isTimeline {
        parts.append(part(fitted.corners))
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
    }
    if count > 0 { parts.append(part(group)) }
    note(worst, moved, isTimeline ? 1 : parts.count)
    return VibrationSequence(parts)
  }

  private func tooMany(_ stretch: Stretch) -> PatternWriter.WriteError {
    PatternWriter.WriteError(
      description:
        "the part from \(fixed(stretch[0].time, 2)) to \(fixed(stretch[stretch.count - 1].time, 2)) s has no pause and "
        + "needs more than \(most) points: use a waveform", option: "pass --points if your device supports more")
  }

  /// Splits a stretch at its weakest point in the middle half.
  private func halves(of stretch: Stretch) -> (first: Stretch, second: Stretch)? {
    let (begin, end) = (stretch[0].time, stretch[stretch.count - 1].time)
    let quarter = (end - begin) / 4
    let middle = stretch.indices.filter { (begin + quarter...end - quarter).contains(stretch[$0].time) }
    guard quarter > 2 * EnvelopeTarget.rise, let cut = middle.min(by: { stretch[$0].level < stretch[$1].level }) else {
      return nil
    }
    var pause = stretch[cut]
    pause.level = 0
    return (Array(stretch[...cut]) + [pause], [pause] + Array(stretch[cut...]))
  }

  private mutating func note(_ error: Double, _ moved: Int, _ parts: Int) {
    let weak = WeakParts(
      target.line, below: target.silence,
      taps: target.pulses.filter { thousandths($0.level) == 0 && $0.level > 0 }.map { $0.time })
    if let loss = weak.loss { losses.append(loss) }
    if !target.pulses.isEmpty {
      losses.append(
        "\(counted(target.pulses.count, "transient")): an envelope's segments last at least "
          + "\(VibrationLimits.shortestLine) ms, so each transient becomes a rise and a fall of that length")
    }
    if error > EnvelopeMaker.errors.0 {
      losses.append(
        "detail: with at most \(most) points, strength is off by up to \(fixed(100 * error, 0)) % of full scale")
    }
    if moved > 0 {
      losses.append("\(counted(moved, "corner")) closer than \(VibrationLimits.shortestLine) ms to a neighbour: moved")
    }
    if parts > 1 {
      losses.append(
        "a single effect: the pattern is split into \(parts) effects, which the app must play in sequence, timing the "
          + "pauses itself")
    }
  }

  // MARK: Fitting

  /// Fits a stretch, or returns `nil` if that needs too many points for a deviation of at most `bound`. `earliest` is
  /// in ms. Equal stretches become equal envelopes.
  private mutating func fit(
    _ stretch: Stretch, from earliest: Int, _ bound: Double
  ) throws(PatternWriter.WriteError) -> Fit? {
    let start = max(earliest, milliseconds(stretch[0].time))
    let shape = StretchShape(stretch, from: start)
    if let known = recent.last(where: { $0.shape == shape && $0.fit.error <= bound })?.fit {
      let later = start - known.corners[0].time
      return (
        known.corners.map { Corner(time: $0.time + later, level: $0.level, sharpness: $0.sharpness) }, known.error
      )
    }
    let found = try found(stretch, from: start, bound)
    if let found {
      if recent.count == EnvelopeMaker.remembered { recent.removeFirst() }
      recent.append((shape, found))
    }
    return found
  }

  private func found(_ stretch: Stretch, from start: Int, _ bound: Double) throws(PatternWriter.WriteError) -> Fit? {
    let (begin, end) = (stretch[0].time, stretch[stretch.count - 1].time)
    guard (end - begin) * 1000 <= Double(most * VibrationLimits.longestLine) else { return nil }
    // A deviation between corners is at most the largest at one of those that are left out.
    guard limits(stretch).count(where: { $0 > bound }) <= 2 * most else { return nil }
    let course = EnvelopeCourse(stretch)
    var found: [Fit] = []
    for course in [course, course.smoothed(isBasic: isBasic)] {
      let kept = kept(limits(course.samples))
      for scale in EnvelopeMoments.Scale.allCases {
        try work.check()
        let fit = EnvelopeFit(course, kept: kept, from: start, to: milliseconds(end), most: most, scale)
        guard let best = fit.best(), best.error <= bound else { continue }
        found += [best, (fit.polished(best.corners), best.error)]
      }
    }
    return try nearest(found, from: begin, to: end)
  }

  /// Returns the corners that feel most like a part of the clip, and makes them as strong.
  private func nearest(_ found: [Fit], from begin: Double, to end: Double) throws(PatternWriter.WriteError) -> Fit? {
    var best: (fit: Fit, difference: FeltDifference)?
    for (index, fit) in found.enumerated() where !found[..<index].contains(where: { $0.corners == fit.corners }) {
      let difference = try measure.difference(of: part(fit.corners), from: begin, to: end, work)
      if best.map({ difference.isClearlySmaller(than: $0.difference) }) ?? true { best = (fit, difference) }
    }
    guard var best else { return nil }
    for _ in 0..<EnvelopeMaker.rounds {
      let missing = gain(decibels: -best.difference.change)
      let factor = isBasic ? IntensityLaw.phone.intensity(amplitude: missing) : missing
      let corners = best.fit.corners.map { corner in
        Corner(time: corner.time, level: min(1, factor * corner.level), sharpness: corner.sharpness)
      }
      guard corners != best.fit.corners else { break }
      let difference = try measure.difference(of: part(corners), from: begin, to: end, work)
      guard difference.isClearlySmaller(than: best.difference) else { break }
      best = ((corners, best.fit.error), difference)
    }
    return best.fit
  }

  /// Returns the indices of the largest deviations, as many as there is time to choose among.
  private func kept(_ limits: [Double]) -> [Int] {
    let choice = limits.sorted().reversed().prefix(EnvelopeMaker.choice * most)
    let least = max(EnvelopeMaker.errors.0, choice.last ?? 0)
    return limits.indices.filter { limits[$0] >= least }
  }

  /// Returns the deviation up to which each sample is a corner.
  private func limits(_ stretch: Stretch) -> [Double] {
    let levels = Polyline.limits(
      stretch.map { .init(time: $0.time, value: $0.level) }, above: EnvelopeMaker.errors.0, squares: false)
    let tones = Polyline.limits(
      stretch.map { .init(time: $0.time, value: $0.sharpness / 3) }, above: EnvelopeMaker.errors.0, squares: false)
    return zip(levels, tones).map(max)
  }

  /// Returns the number of corners that are not where they were because of another one nearby.
  private func moved(_ stretch: Stretch, _ corners: [Corner]) -> Int {
    let limits = limits(stretch)
    let kept = limits.indices.filter { limits[$0] > EnvelopeMaker.errors.0 }.map { stretch[$0] }
    return kept.indices.dropFirst().dropLast().count { index in
      let (time, near) = (kept[index].time, EnvelopeTarget.rise - 1e-3)
      guard time - kept[index - 1].time < near || kept[index + 1].time - time < near else { return false }
      let next = corners.partitioningIndex { $0.time >= milliseconds(time) - 1 }
      return !target.isTap(at: time) && (next == corners.count || corners[next].time > milliseconds(time) + 1)
    }
  }

  // MARK: Effects

  private func lines(_ corners: some Sequence<Corner>, after first: Corner) -> [Corner] {
    var result: [Corner] = []
    var before = first
    for corner in corners {
      let length = corner.time - before.time
      // After too short a pause, continue at the previous end.
      guard length >= VibrationLimits.shortestLine else { continue }
      let count = VibrationLimits.segments(length)
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

  private func hertz(_ sharpness: Double) -> Double { (SharpnessMap().hertz(sharpness: sharpness) * 10).rounded() / 10 }
}

/// A stretch regardless of when it begins.
private struct StretchShape: Equatable {
  /// Times, levels and sharpnesses.
  private let values: [Int32]

  init(_ stretch: [EnvelopeTarget.Sample], from start: Int) {
    func rounded(_ value: Double) -> Int32 { Int32(truncatingIfNeeded: Int(saturating: (value * 1e4).rounded())) }
    values = stretch.flatMap {
      [rounded($0.time - Double(start) / 1000), rounded($0.level), rounded($0.sharpness)]
    }
  }
}
