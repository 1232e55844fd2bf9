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
    controls = old.matched(with: new).flatMap { ControlChange.all($0.old, $0.new, shift: pairing.shift) }
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

/// A control whose curves or dynamic parameters differ between two versions.
package struct ControlChange: Equatable, Sendable, JSONEncodable {
  package let parameter: String
  /// Start in the new version, s.
  package let from: Double
  package let to: Double
  /// Largest difference, with its sign.
  package let most: Double

  /// Returns the changes between two versions of a pattern, one per control. `shift` is added to the old times.
  static func all(_ old: Pattern, _ new: Pattern, shift: Double) -> [ControlChange] {
    let (before, after) = (ControlTracks(old), ControlTracks(new))
    let (oldTimes, newTimes) = (times(old), times(new))
    return DynamicParameterID.allCases.compactMap { id in
      ControlChange(id, oldTimes[id] ?? [], before, newTimes[id] ?? [], after, shift: shift)
    }
  }

  /// Returns the times at which each control of a pattern is set, s.
  private static func times(_ pattern: Pattern) -> [DynamicParameterID: [Double]] {
    var times: [DynamicParameterID: [Double]] = [:]
    for curve in pattern.curves { times[curve.id, default: []] += curve.points.map { curve.time + $0.time } }
    for parameter in pattern.parameters { times[parameter.id, default: []].append(parameter.time) }
    return times
  }

  private init?(
    _ id: DynamicParameterID, _ oldTimes: [Double], _ before: ControlTracks, _ newTimes: [Double],
    _ after: ControlTracks, shift: Double
  ) {
    let corners = Set(oldTimes.map { $0 + shift } + newTimes).filter { $0.isFinite }.sorted()
    var differing: [Double] = []
    var most = 0.0
    for (corner, next) in zip(corners, corners.dropFirst() + [corners.last.map { $0 + 1 } ?? 0]) {
      for place in 0..<8 {
        let time = corner + (next - corner) * Double(place) / 8 + 1e-6
        let difference = after.value(id, at: time) - before.value(id, at: time - shift)
        guard abs(difference) > 1e-6 else { continue }
        differing.append(time)
        if abs(difference) > abs(most) { most = difference }
      }
    }
    guard let first = differing.first, let last = differing.last else { return nil }
    (parameter, from, to) = (id.rawValue, (first * 1000).rounded() / 1000, (last * 1000).rounded() / 1000)
    self.most = (most * 1e6).rounded() / 1e6
  }
}
