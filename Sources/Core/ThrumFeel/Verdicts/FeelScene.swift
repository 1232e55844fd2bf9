import ThrumPattern

/// Renderings of a stretch of time: of everything, of what is weaker than a level, and of what is not.
struct FeelScene {
  private enum Part: Hashable {
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
    let recording: FeltReader.Recording
    /// Levels in dB, by moment in steps.
    var levels: [Int: Double] = [:]
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
  private var selections: [Part: MotorRendering.Selection] = [:]
  // For the current time.
  private var open: [Int] = []
  private var range = 0.0...0
  private var recordings: [Part: Readings] = [:]

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
    (self.open, self.range) = (open, range)
    recordings = [:]
  }

  /// Returns the strongest level of what is weaker than `limit` around the moments of a range, dB.
  mutating func strongest(in wanted: ClosedRange<Double>, below limit: Double) -> Double {
    let part = Part.below(open.allSatisfy { levels[$0] < limit } ? .infinity : limit)
    // Counted from the beginning of what is read, so that no other time matters.
    let first = Int(saturating: (wanted.lowerBound / FeelScene.step).rounded())
    let last = first + Int(saturating: ((wanted.upperBound - wanted.lowerBound) / FeelScene.step).rounded())
    let moments = Swift.stride(from: first, through: last, by: FeelScene.stride).filter {
      range.contains(Double($0) * FeelScene.step)
    }
    record(part)
    guard var readings = recordings[part] else { return FeltMeter.silence }
    recordings[part] = nil
    let missing = moments.filter { readings.levels[$0] == nil }
    for pair in Swift.stride(from: 0, to: missing.count, by: 2) {
      let (one, other) = (missing[pair], missing[min(pair + 1, missing.count - 1)])
      let read = reader.readings(
        of: readings.recording, at: (Double(one) * FeelScene.step, Double(other) * FeelScene.step))
      (readings.levels[one], readings.levels[other]) = (read.0.level, read.1.level)
    }
    recordings[part] = readings
    return moments.reduce(FeltMeter.silence) { max($0, readings.levels[$1] ?? FeltMeter.silence) }
  }

  /// Returns what everything weaker than `limit`, or the transients that are, adds to the rest in the 30 ms from the
  /// best of some moments on, or `nil` if there is no rest.
  mutating func addition(at moments: StrideThrough<Double>, below limit: Double, ofTaps: Bool) -> Addition? {
    let weaker = ofTaps ? Part.tapsBelow(limit) : .below(limit)
    let rest = ofTaps ? Part.butTapsBelow(limit) : .from(limit)
    guard open.contains(where: { rest.has(events.stretches[$0], levels[$0]) }),
      let whole = recording(of: .below(.infinity)), let stronger = recording(of: rest)
    else { return nil }
    var best = (moment: 0.0, with: 0.0, without: 1.0)
    for moment in moments where range.contains(moment) {
      guard let (with, without) = reader.brief(whole, stronger, from: moment) else { return nil }
      if with * best.without > best.with * without { best = (moment, with, without) }
      if with >= FeelScene.noticed * without { break }
    }
    let adds = decibels(max(1e-9, best.with / best.without)) / 2
    guard adds < FeelJudge.noticeable else { return Addition(adds: adds) }
    guard let part = recording(of: weaker), let (own, _) = reader.brief(part, stronger, from: best.moment),
      own > 1e-6 * best.without
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

  private mutating func recording(of part: Part) -> FeltReader.Recording? {
    record(part)
    return recordings[part]?.recording
  }

  private mutating func record(_ part: Part) {
    guard recordings[part] == nil else { return }
    let start = max(0, range.lowerBound - FeelScene.reach)
    let acceleration = rendering.acceleration(
      of: selection(part), from: start, seconds: range.upperBound + FeelScene.reach - start)
    recordings[part] = Readings(recording: FeltReader.Recording(acceleration, start: start))
  }

  private mutating func selection(_ part: Part) -> MotorRendering.Selection {
    if let known = selections[part] { return known }
    let places = events.stretches.indices.filter { part.has(events.stretches[$0], levels[$0]) }
    let selection = rendering.selection(places.flatMap { events.stretches[$0].members })
    selections[part] = selection
    return selection
  }
}
