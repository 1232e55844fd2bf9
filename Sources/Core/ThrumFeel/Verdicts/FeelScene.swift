import ThrumPattern

/// Renderings of a stretch of time: of everything, of what is weaker than a class of levels, and of what is not.
struct FeelScene {
  private enum Part: Equatable {
    case everything
    case below(LevelClass)
    case from(LevelClass)
    /// Transients below a class, and everything else.
    case tapsBelow(LevelClass)
    case butTapsBelow(LevelClass)

    func drives(_ known: PartDrives) -> MotorRendering.Drives {
      switch self {
      case .everything: known.everything
      case .below(let limit): known.below(limit)
      // What is weaker, a rounding error included, does not matter in what is stronger.
      case .from(let limit): known.everything - known.below(limit)
      case .tapsBelow(let limit): known.below(limit).ofTaps
      case .butTapsBelow(let limit): known.everything - known.below(limit).ofTaps
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
  /// Of each stretch alone.
  private let classes: [LevelClass]
  private var reader = FeltReader()
  /// Of each class, for the whole pattern.
  private let selections: [(class: LevelClass, selection: MotorRendering.Selection)]
  // For the current time.
  /// Of the strongest.
  private var loudest = LevelClass.hopeless
  /// Whether there are continuous events.
  private var hasHolds = false
  private var range = 0.0...0
  /// When renderings begin, s.
  private var start = 0.0
  private var recordings: [Readings] = []
  private var drives: PartDrives?

  /// Reach of a reading and of a motor's ringing, s.
  static let reach = 0.6
  /// Moments at which levels are read, s, and which of them.
  private static let step = 0.0125, stride = 4
  /// Gain that nobody reaches, dB.
  private static let outOfReach = 100.0

  /// - Parameter levels: of each stretch alone, dB.
  init(_ events: FeelEvents, _ rendering: MotorRendering, levels: [Double]) {
    (self.events, self.rendering) = (events, rendering)
    classes = levels.map(LevelClass.init(level:))
    selections = LevelClass.places(of: classes).map { one, places in
      (one, rendering.selection(places.flatMap { events.stretches[$0].members }))
    }
  }

  /// - Parameters:
  ///   - open: all stretches that can be felt then.
  ///   - range: in seconds.
  mutating func begin(_ open: [Int], _ range: ClosedRange<Double>) {
    self.range = range
    loudest = open.reduce(.hopeless) { max($0, classes[$1]) }
    hasHolds = open.contains { !events.stretches[$0].isTap }
    // Phases follow from an event's beginning, so what sounds is rendered from there on.
    start = MotorRendering.start(
      before: open.reduce(max(0, range.lowerBound - FeelScene.reach)) { min($0, events.stretches[$1].start) })
    recordings = []
    drives = nil
  }

  /// Returns the strongest level of what is below `limit` around the moments of a range, dB.
  mutating func strongest(in wanted: ClosedRange<Double>, below limit: LevelClass) -> Double {
    let part = loudest < limit ? Part.everything : .below(limit)
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

  /// Returns what everything below `limit`, or the transients that are, adds to the rest in the 30 ms from the best of
  /// some moments on, or `nil` if there is no rest.
  mutating func addition(at moments: StrideThrough<Double>, below limit: LevelClass, ofTaps: Bool) -> Addition? {
    let weaker = ofTaps ? Part.tapsBelow(limit) : .below(limit)
    let rest = ofTaps ? Part.butTapsBelow(limit) : .from(limit)
    guard loudest >= limit || ofTaps && hasHolds else { return nil }
    let whole = recordings[record(.everything)].recording
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
    let drives = drives ?? classDrives()
    self.drives = drives
    let moments = Int(saturating: ((range.upperBound - range.lowerBound) / FeelScene.step).rounded()) + 1
    recordings.append(
      Readings(
        part: part,
        recording: FeltReader.Recording(rendering.acceleration(of: part.drives(drives)), start: start),
        levels: [Double](repeating: .nan, count: moments)))
    return recordings.count - 1
  }

  private func classDrives() -> PartDrives {
    let seconds = range.upperBound + FeelScene.reach - start
    var drives = PartDrives()
    for (one, selection) in selections {
      drives.add(one, rendering.drives(of: selection, from: start, seconds: seconds))
    }
    return drives
  }
}
