import ThrumPattern

/// Judges patterns on a motor, and caches its responses. Use one instance per thread.
package struct FeelAnalysis: Sendable {
  package let motor: FeelMotor
  private var judges: [FeelJudge]

  package init(_ motor: FeelMotor) {
    self.motor = motor
    judges = motor.variants.map { FeelJudge($0) }
  }

  /// Returns the results in file order.
  package mutating func felt<Failure>(_ events: FeelEvents, _ work: Work<Failure>) throws(Failure) -> [FeltEvent] {
    var variants: [[FeelJudge.Judged]] = []
    for place in judges.indices { variants.append(try judges[place].judge(events.sorted, work)) }
    return events.sorted.indices.map { place in
      FeelAnalysis.felt(events.sorted[place], variants.map { $0[place] })
    }.sorted { $0.index < $1.index }
  }

  /// Returns “uncertain” if the event is felt on only some variants.
  private static func felt(_ event: FeelEvent, _ variants: [FeelJudge.Judged]) -> FeltEvent {
    let model = variants.first ?? FeelJudge.Judged()
    let isUncertain = Set(variants.map { $0.verdict >= .faint }).count > 1
    let verdict = isUncertain ? .uncertain : model.verdict
    // Take the change that suffices on every variant that needs one.
    let needing = variants.filter { $0.verdict < (isUncertain ? .faint : .felt) }
    let kind = needing.first?.cure?.kind
    let isCurable = !needing.isEmpty && needing.allSatisfy { $0.cure?.kind == kind }
    return FeltEvent(
      index: event.index, time: event.time, verdict: verdict,
      decibelsOverThreshold: model.level, reachedPercent: model.reached,
      cure: isCurable && verdict != .felt ? needing.compactMap(\.cure).max { $0.to < $1.to } : nil)
  }
}
