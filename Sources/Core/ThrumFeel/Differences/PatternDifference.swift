import ThrumPattern

/// Differences between two versions of a pattern, and which of them are noticeable on a motor (schema thrum.diff/1).
package struct PatternDifference: Sendable, Encodable {
  package let motor: String
  package let oldCount: Int
  package let newCount: Int
  /// Time by which most events moved together, s.
  package let shift: Double
  /// In chronological order.
  package let changes: [EventChange]
  package let controls: [ControlChange]

  package init<Failure>(
    _ old: PatternGroup, _ new: PatternGroup, on motor: FeelMotor, _ work: Work<Failure>
  ) throws(Failure) {
    let (before, after) = (old.events, new.events)
    let pairing = try EventPairing(before, after, work)
    self.motor = motor.name
    (oldCount, newCount, shift) = (before.count, after.count, pairing.shift)
    var analysis = FeelAnalysis(motor)
    func felt(_ group: PatternGroup) throws(Failure) -> [Int: FeltEvent] {
      Dictionary(uniqueKeysWithValues: try analysis.felt(FeelEvents(group), work).map { ($0.index, $0) })
    }
    let (feltBefore, feltAfter) = (try felt(old), try felt(new))
    changes = pairing.pairs.compactMap { pair in
      EventChange(
        old: pair.old.map { (before[$0], feltBefore[$0]) }, new: pair.new.map { (after[$0], feltAfter[$0]) },
        shift: pairing.shift, sharpness: motor.model.sharpness)
    }.sorted { ($0.time, $0.type.rawValue) < ($1.time, $1.type.rawValue) }
    controls = old.matched(with: new).flatMap { ControlChange.all($0.old, $0.new, shift: pairing.shift) }
  }

  /// Whether the versions differ at most in the order and spelling of their entries.
  package var isEmpty: Bool { changes.isEmpty && controls.isEmpty && shift == 0 }

  package var noticed: [EventChange] { changes.filter(\.isNoticed) }
}

struct NoticedChange {
  private(set) var words: [String] = []

  /// Smallest noticeable ratio of frequencies (18 to 25 % in the literature).
  private static let ratio = 1.18
  /// A change in length is noticeable if it reaches both this time and this share of the old length. Assumed.
  private static let leastSeconds = 0.015, leastShare = 0.15
  /// Smallest noticeable change in time, s. Assumed.
  private static let leastMove = 0.010

  init(
    _ old: (event: Event, felt: FeltEvent?), _ new: (event: Event, felt: FeltEvent?), values: [EventChange.Value],
    sharpness: SharpnessMap
  ) {
    guard let before = old.felt, let after = new.felt else { return }
    switch (before.isFelt, after.isFelt) {
    case (false, false): return
    case (true, false): words.append("no longer felt")
    case (false, true): words.append("newly felt")
    case (true, true): compare(before, after, values, sharpness)
    }
  }

  private mutating func compare(
    _ before: FeltEvent, _ after: FeltEvent, _ values: [EventChange.Value], _ sharpness: SharpnessMap
  ) {
    let decibels = after.decibelsAlone - before.decibelsAlone
    if abs(decibels) >= FeelJudge.noticeable {
      words.append("\(fixed(abs(decibels), 0)) dB \(decibels > 0 ? "stronger" : "weaker")")
    }
    for value in values {
      let change = value.to - value.from
      switch value.name {
      case "sharpness":
        let ratio = sharpness.hertz(sharpness: value.to) / sharpness.hertz(sharpness: value.from)
        if max(ratio, 1 / ratio) >= NoticedChange.ratio {
          words.append("\(fixed(100 * abs(ratio - 1), 0)) % \(ratio > 1 ? "higher" : "lower")")
        }
      case "duration" where abs(change) >= max(NoticedChange.leastSeconds, NoticedChange.leastShare * value.from):
        words.append("\(fixed(1000 * abs(change), 0)) ms \(change > 0 ? "longer" : "shorter")")
      case "time" where abs(change) >= NoticedChange.leastMove:
        words.append("\(fixed(1000 * abs(change), 0)) ms \(change > 0 ? "later" : "earlier")")
      default: break
      }
    }
    // The level already implies the other verdicts.
    let neighbours: Set<FeelVerdict> = [.fused, .swallowed]
    if before.verdict != after.verdict, neighbours.contains(after.verdict) {
      words.append(after.verdict.words)
    } else if neighbours.contains(before.verdict), !neighbours.contains(after.verdict) {
      words.append("no longer \(before.verdict.words)")
    }
  }
}
