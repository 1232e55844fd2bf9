import ThrumPattern

/// Renderings of a stretch of time: of everything, of what is weaker than a level, and of what is not.
struct FeelScene {
  private enum Part: Equatable {
    /// What is weaker than a level, dB.
    case below(Double)
    /// What is not weaker than a level.
    case from(Double)
    /// Transients that are weaker than a level, and everything else.
    case tapsBelow(Double)
    case butTapsBelow(Double)

    func has(_ stretch: FeelStretch, _ level: Double) -> Bool {
      switch self {
      case .below(let limit): level < limit
      case .from(let limit): level >= limit
      case .tapsBelow(let limit): stretch.isTap && level < limit
      case .butTapsBelow(let limit): !stretch.isTap || level >= limit
      }
    }
  }

  private struct Readings {
    let part: Part
    let recording: FeltReader.Recording
    /// Levels in dB, by moment in steps from the beginning of the range; NaN before they are read.
    var levels: [Double]
  }

  /// What a stretch adds to the rest.
  struct Addition {
    /// In dB.
    let adds: Double
    /// What it lacks to be noticed, dB.
    var lacks = 0.0
  }

  private let events: FeelEvents
  private let rendering: MotorRendering
  /// Level of each stretch alone, dB.
  private let levels: [Double]
  private var reader = FeltReader()
  /// For the whole pattern.
  private var selections: [(part: Part, selection: MotorRendering.Selection)] = []
  // For the current time.
  /// The strongest level, dB.
  private var loudest = -Double.infinity
  /// Whether there are continuous events.
  private var hasHolds = false
  private var range = 0.0...0
  private var recordings: [Readings] = []

  /// Reach of a reading and of a motor's ringing, s.
  static let reach = 0.6
  /// Moments at which levels are read, s, and which of them.
  private static let step = 0.0125, stride = 4
  /// Gain that nobody reaches, dB.
  private static let outOfReach = 100.0

  init(_ events: FeelEvents, _ rendering: MotorRendering, levels: [Double]) {
    (self.events, self.rendering, self.levels) = (events, rendering, levels)
  }

  /// - Parameters:
  ///   - open: all stretches that can be felt then.
  ///   - range: in seconds.
  mutating func begin(_ open: [Int], _ range: ClosedRange<Double>) {
    self.range = range
    loudest = open.reduce(-.infinity) { max($0, levels[$1]) }
    hasHolds = open.contains { !events.stretches[$0].isTap }
    recordings = []
  }

  /// Returns the strongest level of what is weaker than `limit` around the moments of a range, dB.
  mutating func strongest(in wanted: ClosedRange<Double>, below limit: Double) -> Double {
    let part = Part.below(loudest < limit ? .infinity : limit)
    // Counted from the beginning of what is read, so that no other time matters.
    let first = moment(wanted.lowerBound)
    let last = first + Int(saturating: ((wanted.upperBound - wanted.lowerBound) / FeelScene.step).rounded())
    let place = record(part)
    let end = recordings[place].levels.count
    let moments = Swift.stride(from: first, through: min(last, end), by: FeelScene.stride).filter { 0..<end ~= $0 }
    let missing = moments.filter { recordings[place].levels[$0].isNaN }
    for pair in Swift.stride(from: 0, to: missing.count, by: 2) {
      let (one, other) = (missing[pair], missing[min(pair + 1, missing.count - 1)])
      let read = reader.readings(of: recordings[place].recording, at: (time(one), time(other)))
      (recordings[place].levels[one], recordings[place].levels[other]) = (read.0.level, read.1.level)
    }
    return moments.reduce(FeltMeter.silence) { max($0, recordings[place].levels[$1]) }
  }

  /// Steps since the beginning of the range, on one grid for all times.
  private func moment(_ time: Double) -> Int {
    Int(saturating: (time / FeelScene.step).rounded() - (range.lowerBound / FeelScene.step).rounded())
  }

  private func time(_ moment: Int) -> Double {
    ((range.lowerBound / FeelScene.step).rounded() + Double(moment)) * FeelScene.step
  }

  /// Returns what everything weaker than `limit`, or the transients that are, adds to the rest in the 30 ms from the
  /// best of some moments on, or `nil` if there is no rest.
  mutating func addition(at moments: StrideThrough<Double>, below limit: Double, ofTaps: Bool) -> Addition? {
    let weaker = ofTaps ? Part.tapsBelow(limit) : .below(limit)
    let rest = ofTaps ? Part.butTapsBelow(limit) : .from(limit)
    guard loudest >= limit || ofTaps && hasHolds else { return nil }
    let whole = recordings[record(.below(.infinity))].recording
    let stronger = recordings[record(rest)].recording
    var best = (moment: 0.0, with: 0.0, without: 1.0)
    for moment in moments where range.contains(moment) {
      guard let (with, without) = reader.brief(whole, stronger, from: moment) else { return nil }
      if with * best.without > best.with * without { best = (moment, with, without) }
      if with >= FeelScene.noticed * without { break }
    }
    let adds = decibels(max(1e-9, best.with / best.without)) / 2
    guard adds < FeelJudge.noticeable else { return Addition(adds: adds) }
    let part = recordings[record(weaker)].recording
    guard let (own, _) = reader.brief(part, stronger, from: best.moment), own > 1e-6 * best.without
    else { return Addition(adds: adds, lacks: FeelScene.outOfReach) }
    return Addition(adds: adds, lacks: FeelScene.lack(own, whole: best.with, rest: best.without))
  }

  /// Returns by how many dB what adds `own` energy must rise to be noticed in the rest. With amplitude, its own energy
  /// grows as the square, and what it shares with the rest in proportion.
  private static func lack(_ own: Double, whole: Double, rest: Double) -> Double {
    let shared = (whole - rest - own) / 2
    let wanted = (noticed * spare - 1) * rest
    return min(outOfReach, max(0, decibels((-shared + (shared * shared + own * wanted).squareRoot()) / own)))
  }

  /// Ratio of energies by which a cure goes further than it must.
  private static let spare = 1.1

  /// Ratio of energies that differ noticeably.
  private static let noticed = gain(decibels: 2 * FeelJudge.noticeable)

  /// Returns the place of a part's recording.
  private mutating func record(_ part: Part) -> Int {
    if let known = recordings.firstIndex(where: { $0.part == part }) { return known }
    let start = max(0, range.lowerBound - FeelScene.reach)
    let acceleration = rendering.acceleration(
      of: selection(part), from: start, seconds: range.upperBound + FeelScene.reach - start)
    let moments = Int(saturating: ((range.upperBound - range.lowerBound) / FeelScene.step).rounded()) + 1
    recordings.append(
      Readings(
        part: part, recording: FeltReader.Recording(acceleration, start: start),
        levels: [Double](repeating: .nan, count: moments)))
    return recordings.count - 1
  }

  private mutating func selection(_ part: Part) -> MotorRendering.Selection {
    if let known = selections.first(where: { $0.part == part }) { return known.selection }
    let places = events.stretches.indices.filter { part.has(events.stretches[$0], levels[$0]) }
    let selection = rendering.selection(places.flatMap { events.stretches[$0].members })
    selections.append((part, selection))
    return selection
  }
}
