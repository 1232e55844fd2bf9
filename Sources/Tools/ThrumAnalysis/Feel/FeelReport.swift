import ThrumPattern

/// Whether each event of a pattern is felt on several motors (schema thrum.feel/1).
package struct FeelReport: Sendable, Encodable {
  package struct Motor: Sendable, Encodable {
    package let name: String
    /// In the order of the file.
    package let events: [FeltEvent]
  }

  package let schema = "thrum.feel/1"
  package let path: String
  package let motors: [Motor]

  private enum CodingKeys: CodingKey { case schema, path, motors }

  /// Whether each event is felt on each motor, at least faintly.
  package var isFelt: Bool { motors.allSatisfy { $0.events.allSatisfy { $0.verdict >= .faint } } }
}

/// Judges patterns on motors, and remembers how each motor responds. Use one per thread.
package struct FeelAnalysis {
  private let motors: [FeelMotor]
  /// For each motor, the judges of its variants.
  private var judges: [[FeelJudge]]

  package init(_ motors: [FeelMotor] = FeelMotor.usual) {
    self.motors = motors
    judges = motors.map { $0.variants.map { FeelJudge($0) } }
  }

  package mutating func report(_ pattern: Pattern, path: String) -> FeelReport {
    let events = FeelEvent.all(pattern)
    return FeelReport(
      path: path,
      motors: motors.indices.map { motor in
        let variants = judges[motor].indices.map { judges[motor][$0].judge(events) }
        let felt = events.indices.map { place in
          FeelAnalysis.felt(events[place], variants.map { $0[place] })
        }
        return FeelReport.Motor(name: motors[motor].name, events: felt.sorted { $0.index < $1.index })
      })
  }

  /// The verdict on the model, or “uncertain” if the event is felt on some variants but not on others.
  private static func felt(_ event: FeelEvent, _ variants: [FeelJudge.Judged]) -> FeltEvent {
    let model = variants.first ?? FeelJudge.Judged()
    let isUncertain = Set(variants.map { $0.verdict >= .faint }).count > 1
    let verdict = isUncertain ? .uncertain : model.verdict
    // The change that suffices on every variant that needs one.
    let needing = variants.filter { $0.verdict < (isUncertain ? .faint : .felt) }
    let kind = needing.first?.cure?.kind
    let isCurable = !needing.isEmpty && needing.allSatisfy { $0.cure?.kind == kind }
    return FeltEvent(
      index: event.index, time: event.time, verdict: verdict,
      decibelsOverThreshold: model.level, reachedPercent: model.reached,
      cure: isCurable && verdict != .felt ? needing.compactMap(\.cure).max { $0.to < $1.to } : nil)
  }
}
