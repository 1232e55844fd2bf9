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
