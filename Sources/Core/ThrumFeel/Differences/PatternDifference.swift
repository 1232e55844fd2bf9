import ThrumDevice
import ThrumPattern

/// Differences between two versions of a pattern, and which of them are noticeable on a motor (schema thrum.diff/1).
package struct PatternDifference: Sendable, JSONEncodable {
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
    let holds = FeltHolds(
      pairing.pairs.compactMap { pair in
        guard let old = pair.old, let new = pair.new,
          feltBefore[old]?.isFelt == true || feltAfter[new]?.isFelt == true
        else { return nil }
        return (before[old], after[new])
      }, shift: pairing.shift)
    controls = old.matched(with: new).flatMap {
      ControlChange.all($0.old, $0.new, shift: pairing.shift, holds, motor.model.intensityLaw)
    }
  }

  /// Whether the versions differ at most in the order and spelling of their entries.
  package var isEmpty: Bool { changes.isEmpty && controls.isEmpty && shift == 0 }

  package var noticed: [EventChange] { changes.filter { $0.isNoticed } }
}

struct NoticedChange {
  private(set) var words: [String] = []

  /// Smallest noticeable ratio of frequencies (18 to 25 % in the literature).
  private static let ratio = 1.18
  /// A change in length is noticeable if it reaches both this time and this share of the old length. Assumed.
  fileprivate static let leastSeconds = 0.015
  private static let leastShare = 0.15
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

package struct EventChange: Sendable, JSONEncodable {
  package enum Kind: String, Sendable, JSONEncodable {
    case added, removed, changed
  }

  package struct Value: Equatable, Sendable, JSONEncodable {
    package let name: String
    package let from: Double
    package let to: Double
  }

  package let kind: Kind
  package let type: EventType
  /// Time in the new version, or in the old one for a removed event, s.
  package let time: Double
  package let values: [Value]
  /// Change in the felt level of the event alone, or `nil` for an event that is added, removed or not haptic.
  package let decibels: Double?
  /// Noticeable changes, such as “3 dB stronger”.
  package let noticed: [String]

  package var isNoticed: Bool { !noticed.isEmpty }

  private enum CodingKeys: JSONKey { case kind, type, time, values, decibels, noticed }

  #if !hasFeature(Embedded)
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(kind, forKey: .kind)
      try container.encode(type.rawValue, forKey: .type)
      try container.encode(time, forKey: .time)
      try container.encode(values, forKey: .values)
      // Adding 0 removes the sign of a zero.
      try container.encode(decibels.map { ($0 * 10).rounded() / 10 + 0 }, forKey: .decibels)
      try container.encode(noticed, forKey: .noticed)
    }
  #endif

  init?(
    old: (event: Event, felt: FeltEvent?)?, new: (event: Event, felt: FeltEvent?)?, shift: Double,
    sharpness: SharpnessMap
  ) {
    guard let event = new?.event ?? old?.event else { return nil }
    (type, time) = (event.type, event.time)
    guard let old, let new else {
      kind = new != nil ? .added : .removed
      values = [EventParameterID.hapticIntensity, .hapticSharpness].filter { _ in event.type.isHaptic }.map {
        Value(name: $0.shortName, from: event.value(of: $0), to: event.value(of: $0))
      }
      decibels = nil
      noticed = EventChange.appearance(new?.felt ?? old?.felt, isAdded: kind == .added)
      return
    }
    kind = .changed
    values = EventChange.values(old.event, new.event, shift: shift)
    decibels = old.felt.flatMap { before in
      new.felt.map { $0.decibelsAlone - before.decibelsAlone }
    }
    // A curve can change an event whose entry in the file is unchanged.
    guard !values.isEmpty || abs(decibels ?? 0) >= FeelJudge.noticeable else { return nil }
    noticed = NoticedChange(old, new, values: values, sharpness: sharpness).words
  }

  private static func appearance(_ felt: FeltEvent?, isAdded: Bool) -> [String] {
    guard let felt, felt.isFelt else { return [] }
    let level = felt.decibelsOverThreshold
    let place = "\(fixed(abs(level), 0)) dB \(level < 0 ? "below" : "over") the threshold"
    return ["\(isAdded ? "newly felt," : "no longer felt, was") \(place)"]
  }

  private static func values(_ old: Event, _ new: Event, shift: Double) -> [Value] {
    var values: [Value] = []
    func add(_ name: String, _ from: Double, _ to: Double, least: Double = 0) {
      if abs(to - from) > least { values.append(Value(name: name, from: from, to: to)) }
    }
    add("time", old.time + shift, new.time, least: 1e-6)
    if old.duration != nil || new.duration != nil {
      add("duration", old.duration ?? 0, new.duration ?? 0, least: 1e-6)
    }
    for id in EventParameterID.allCases { add(id.shortName, old.value(of: id), new.value(of: id)) }
    return values
  }
}

extension EventParameterID {
  var shortName: String {
    switch self {
    case .hapticIntensity: "intensity"
    case .hapticSharpness: "sharpness"
    case .attackTime: "attack"
    case .decayTime: "decay"
    case .releaseTime: "release"
    case .sustained: "sustained"
    case .audioVolume: "volume"
    case .audioPitch: "pitch"
    case .audioPan: "pan"
    case .audioBrightness: "brightness"
    }
  }
}

/// The times, in seconds of the new version, in which continuous events play that both versions have and that are felt
/// in at least one.
private struct FeltHolds {
  /// In order, without overlaps.
  private(set) var spans: [(start: Double, end: Double)] = []

  init(_ pairs: [(old: Event, new: Event)], shift: Double) {
    let times = pairs.compactMap { old, new -> (start: Double, end: Double)? in
      guard new.type == .hapticContinuous, let first = old.duration, let second = new.duration else { return nil }
      let start = max(old.time + shift, new.time)
      let end = min(old.time + shift + first, new.time + second)
      return end - start >= NoticedChange.leastSeconds ? (start, end) : nil
    }
    for one in times.sorted(by: { $0.start < $1.start }) {
      if let last = spans.last, one.start <= last.end {
        spans[spans.count - 1].end = max(last.end, one.end)
      } else {
        spans.append(one)
      }
    }
  }
}

/// A control whose curves or dynamic parameters differ between two versions.
package struct ControlChange: Equatable, Sendable, JSONEncodable {
  package let parameter: String
  /// Start in the new version, s.
  package let from: Double
  package let to: Double
  /// Largest difference, with its sign.
  package let most: Double
  /// Whether an intensity control makes a continuous event noticeably weaker or stronger.
  package let isNoticed: Bool

  /// Returns the changes between two versions of a pattern, one per control. `shift` is added to the old times.
  fileprivate static func all(
    _ old: Pattern, _ new: Pattern, shift: Double, _ holds: FeltHolds, _ law: IntensityLaw
  ) -> [ControlChange] {
    let (before, after) = (ControlTracks(old), ControlTracks(new))
    let (oldTimes, newTimes) = (times(old), times(new))
    let end = max(old.playedSeconds + shift, new.playedSeconds)
    return DynamicParameterID.allCases.compactMap { id in
      let corners = Set((oldTimes[id] ?? []).map { $0 + shift } + (newTimes[id] ?? [])).filter { $0.isFinite }.sorted()
      let values = Values(old: before[id], new: after[id], neutral: id.defaultValue, shift: shift)
      let ends = corners.dropFirst() + [max(end, corners.last ?? 0)]
      let stretches = zip(corners, ends).filter { values.most($0, $1) != 0 }
      guard let first = stretches.first, let last = stretches.last else { return nil }
      let most = stretches.map { values.most($0, $1) }.max { abs($0) < abs($1) } ?? 0
      return ControlChange(
        parameter: id.rawValue, from: (first.0 * 1000).rounded() / 1000, to: (last.1 * 1000).rounded() / 1000,
        most: (most * 1e6).rounded() / 1e6,
        isNoticed: id == .hapticIntensityControl && values.areNoticed(stretches, holds, law))
    }
  }

  /// Returns the times at which each control of a pattern is set, s.
  private static func times(_ pattern: Pattern) -> [DynamicParameterID: [Double]] {
    var times: [DynamicParameterID: [Double]] = [:]
    for curve in pattern.curves { times[curve.id, default: []] += curve.points.map { curve.time + $0.time } }
    for parameter in pattern.parameters { times[parameter.id, default: []].append(parameter.time) }
    return times
  }

  /// A control's values in two versions.
  private struct Values {
    let old: ControlTrack?
    let new: ControlTrack?
    let neutral: Double
    let shift: Double

    /// Old and new values just inside both ends of a stretch, between which they are straight.
    private func ends(_ start: Double, _ end: Double) -> [(old: Double, new: Double)] {
      [start + 1e-9, max(start + 1e-9, end - 1e-9)].map { time in
        (old?.value(at: time - shift) ?? neutral, new?.value(at: time) ?? neutral)
      }
    }

    /// Largest difference in a stretch, with its sign; 0 if there is none.
    func most(_ start: Double, _ end: Double) -> Double {
      ends(start, end).map { $0.new - $0.old }.filter { abs($0) > 1e-6 }.max { abs($0) < abs($1) } ?? 0
    }

    func areNoticed(_ stretches: [(Double, Double)], _ holds: FeltHolds, _ law: IntensityLaw) -> Bool {
      var place = 0
      for (start, end) in stretches {
        while place < holds.spans.count, holds.spans[place].end <= start { place += 1 }
        for span in holds.spans[place...].prefix(while: { $0.start < end }) {
          let (from, to) = (max(start, span.start), min(end, span.end))
          let isNoticed = ends(from, to).contains { old, new in
            let ratio = max(law.amplitude(new), 1e-9) / max(law.amplitude(old), 1e-9)
            return abs(decibels(ratio)) >= FeelJudge.noticeable
          }
          if to > from, isNoticed { return true }
        }
      }
      return false
    }
  }
}
