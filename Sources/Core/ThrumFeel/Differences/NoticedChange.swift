import ThrumPattern

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
