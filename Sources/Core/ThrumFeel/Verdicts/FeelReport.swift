import ThrumPattern

/// Verdicts on a pattern's events for several motors (schema thrum.feel/1).
package struct FeelReport: Sendable, Encodable {
  package struct Motor: Sendable, Encodable {
    package let name: String
    /// Whether patterns are made for this motor, so that others are compared with it.
    package let isPhone: Bool
    /// In file order.
    package let events: [FeltEvent]

    package init(_ motor: FeelMotor, _ events: [FeltEvent]) {
      (name, isPhone, self.events) = (motor.name, motor.isPhone, events)
    }

    /// Number of events that a phone plays well and this motor does not.
    package var lost: Int { events.count(where: \.isLost) }
  }

  package let schema = "thrum.feel/1"
  package let path: String
  package let motors: [Motor]

  private enum CodingKeys: CodingKey { case schema, path, motors }

  package init(path: String, motors: [Motor]) {
    self.path = path
    self.motors = motors
  }

  package init<Failure>(
    _ group: PatternGroup, path: String, on analyses: inout [FeelAnalysis], _ work: Work<Failure>
  ) throws(Failure) {
    let events = FeelEvents(group)
    var motors: [Motor] = []
    for place in analyses.indices {
      let felt = try analyses[place].felt(events, work)
      motors.append(Motor(analyses[place].motor, felt))
    }
    self.init(path: path, motors: motors)
  }

  package var isFelt: Bool { !motors.contains { $0.events.contains(where: \.isFinding) } }
}

/// An event as it is felt on a motor.
package struct FeltEvent: Equatable, Sendable {
  /// Index among the file's events.
  package let index: Int
  /// In seconds.
  package let time: Double
  package let verdict: FeelVerdict
  /// Whether the event is lost or changed. If not, verdicts other than “felt” are notes.
  package let isFinding: Bool
  /// Whether a phone plays the event well, and this motor loses or changes it, or leaves it faint.
  package let isLost: Bool
  /// Felt level, dB; -200 for silence. A transient's level includes the transients around it.
  package let decibelsOverThreshold: Double
  /// Felt level of the event alone, dB; -200 for silence.
  package let decibelsAlone: Double
  /// Share of a long event's amplitude that the motor reaches.
  package let reachedPercent: Double
  /// For findings only.
  package let help: FeelHelp?

  package var cure: FeelCure? { if case .cure(let cure) = help { cure } else { nil } }

  package var isFelt: Bool { decibelsOverThreshold >= FeelVerdict.feltLevel }
}

extension FeltEvent: Encodable {
  private enum CodingKeys: CodingKey {
    case index, time, verdict, isFinding, isLost, decibelsOverThreshold, decibelsAlone, reachedPercent, cure, advice
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(index, forKey: .index)
    try container.encode(time, forKey: .time)
    try container.encode(verdict, forKey: .verdict)
    try container.encode(isFinding, forKey: .isFinding)
    try container.encode(isLost, forKey: .isLost)
    try container.encode((decibelsOverThreshold * 10).rounded() / 10, forKey: .decibelsOverThreshold)
    try container.encode((decibelsAlone * 10).rounded() / 10, forKey: .decibelsAlone)
    try container.encode(reachedPercent.rounded(), forKey: .reachedPercent)
    try container.encode(cure, forKey: .cure)
    let advice: String? = if case .advice(let advice) = help { advice.words } else { nil }
    try container.encode(advice, forKey: .advice)
  }
}
