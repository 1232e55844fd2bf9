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
