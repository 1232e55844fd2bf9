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

  package init(_ old: Pattern, _ new: Pattern, on motor: FeelMotor) {
    let (before, after) = (old.events, new.events)
    let pairing = EventPairing(before, after)
    self.motor = motor.name
    (oldCount, newCount, shift) = (before.count, after.count, pairing.shift)
    var analysis = FeelAnalysis(motor)
    func felt(_ pattern: Pattern) -> [Int: FeltEvent] {
      Dictionary(uniqueKeysWithValues: analysis.felt(FeelEvents(pattern)).map { ($0.index, $0) })
    }
    let (feltBefore, feltAfter) = (felt(old), felt(new))
    changes = pairing.pairs.compactMap { pair in
      EventChange(
        old: pair.old.map { (before[$0], feltBefore[$0]) }, new: pair.new.map { (after[$0], feltAfter[$0]) },
        shift: pairing.shift, sharpness: motor.model.sharpness)
    }.sorted { ($0.time, $0.type.rawValue) < ($1.time, $1.type.rawValue) }
    controls = DynamicParameterID.allCases.compactMap { ControlChange($0, old, new, shift: pairing.shift) }
  }

  /// Whether the versions differ at most in the order and spelling of their entries.
  package var isEmpty: Bool { changes.isEmpty && controls.isEmpty && shift == 0 }

  package var noticed: [EventChange] { changes.filter(\.isNoticed) }
}
