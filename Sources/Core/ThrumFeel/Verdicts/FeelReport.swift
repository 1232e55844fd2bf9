import ThrumPattern

/// Verdicts on a pattern's events for several motors (schema thrum.feel/1).
package struct FeelReport: Sendable, JSONEncodable {
  package struct Motor: Sendable, JSONEncodable {
    package let name: String
    /// Whether patterns are made for this motor, so that others are compared with it.
    package let isPhone: Bool
    /// In file order.
    package let events: [FeltEvent]

    package init(_ motor: FeelMotor, _ events: [FeltEvent]) {
      (name, isPhone, self.events) = (motor.name, motor.isPhone, events)
    }

    /// Number of events that a phone plays well and this motor does not.
    package var lost: Int { events.count { $0.isLost } }
  }

  package let schema = "thrum.feel/1"
  package let path: String
  package let motors: [Motor]

  private enum CodingKeys: JSONKey { case schema, path, motors }

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

  package var isFelt: Bool { !motors.contains { $0.events.contains { $0.isFinding } } }
}

#if !hasFeature(Embedded)
  extension FeltEvent: JSONEncodable {
    private enum CodingKeys: JSONKey {
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
#endif

package struct FeelFinding: Sendable {
  package let motor: String
  package let event: FeltEvent
  package let diagnostic: Diagnostic
}

extension FeelReport {
  private static let most = 100

  /// Returns the verdicts other than “felt”, in text order, at most a hundred of each per motor.
  ///
  /// - Parameter document: the file's document, or `nil` for a format without positions.
  package func findings(in document: AHAPDocument?) -> [FeelFinding] {
    let entries = document?.pattern?.entries.indices.filter {
      if case .event = document?.pattern?.entries[$0] { true } else { false }
    }
    var counts: [DiagnosticCode: [String: Int]] = [:]
    let listed = motors.flatMap { motor in
      motor.events.compactMap { event -> (motor: String, event: FeltEvent, code: DiagnosticCode)? in
        guard let code = event.verdict.code else { return nil }
        counts[code, default: [:]][motor.name, default: 0] += 1
        return counts[code]?[motor.name] ?? 0 <= FeelReport.most ? (motor.name, event, code) : nil
      }
    }
    let spans = listed.map { one in entries.flatMap { document?.span(ofEntry: $0[one.event.index]) } }
    let places = document?.places(of: spans.map { $0?.bytes.lowerBound ?? 0 })
    return listed.indices.map { place in
      let (motor, event, code) = listed[place]
      var diagnostic = Diagnostic(
        code: code, file: path, place: places?[place], path: spans[place].map { "Pattern[\($0.index)].Event" } ?? "",
        message: "on \(motor), the event at \(fixed(event.time, 3)) s\(event.isLost ? ", felt on a phone," : "") "
          + event.cause,
        remedy: event.remedy)
      diagnostic.severity = event.isFinding ? .warning : .note
      return FeelFinding(motor: motor, event: event, diagnostic: diagnostic)
    }.sorted { $0.diagnostic < $1.diagnostic }
  }
}
