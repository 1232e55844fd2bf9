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
  /// For findings, and for what a fade leaves unfelt.
  package let help: FeelHelp?

  package var cure: FeelCure? { if case .cure(let cure) = help { cure } else { nil } }

  package var isFelt: Bool { decibelsOverThreshold >= FeelVerdict.feltLevel }
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

/// Verdict on an event for a motor, ordered from worst to best.
package enum FeelVerdict: String, CaseIterable, Comparable, Sendable, JSONEncodable {
  /// Its intensity is 0, as editors leave it in placeholders.
  case silent
  case notFelt = "not-felt"
  /// The motor reaches less than half of a long event's amplitude.
  case tooShort = "too-short"
  /// Hidden by a stronger simultaneous event.
  case swallowed
  /// Follows a transient that is still ringing.
  case fused
  /// Feels weaker than an event with a noticeably lower intensity.
  case orderChanged = "order-changed"
  /// Attack or decay is faster than the motor can follow.
  case smeared
  /// Felt or not, depending on where in their ranges the motor's resonance or dead time lie.
  case uncertain
  /// Felt by some people.
  case faint
  case felt

  /// Level below which nobody is expected to feel an event, dB over the threshold. People differ by 5 dB.
  package static let feltLevel = -6.0
  /// Level from which an event is felt clearly, dB over the threshold.
  package static let clearLevel = 6.0

  package var words: String { String(rawValue.map { $0 == "-" ? " " : $0 }) }

  private var rank: Int { FeelVerdict.allCases.firstIndex(of: self) ?? 0 }

  package static func < (a: FeelVerdict, b: FeelVerdict) -> Bool { a.rank < b.rank }
}

extension FeelVerdict {
  /// Code of the verdict, or `nil` for an event that is felt.
  package var code: DiagnosticCode? {
    switch self {
    case .silent: .silentEvent
    case .notFelt: .notFeltOnMotor
    case .tooShort: .tooShortForMotor
    case .swallowed: .swallowed
    case .fused: .fused
    case .orderChanged: .orderChanged
    case .smeared: .smeared
    case .uncertain: .uncertainlyFelt
    case .faint: .faint
    case .felt: nil
    }
  }
}

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

extension FeltEvent {
  /// Sentence that helps, or nothing.
  fileprivate var remedy: String {
    switch help {
    case .cure(let cure): "Cure: \(cure.words)."
    case .advice(let advice): "\(advice.words.prefix(1).uppercased())\(advice.words.dropFirst())."
    case nil: ""
    }
  }

  /// Rest of a sentence that begins with the event, such as “is felt”.
  package var cause: String {
    let level = fixed(abs(decibelsOverThreshold), 1)
    return switch verdict {
    case .silent: "has intensity 0"
    case .notFelt where decibelsOverThreshold <= FeltMeter.silence: "is not felt: it does not move the motor"
    case .notFelt: "is not felt: it is \(level) dB below the threshold of touch"
    case .tooShort: "is too short: the motor reaches \(fixed(reachedPercent, 0)) % of a long event's amplitude"
    case .swallowed: "is hidden by a stronger one"
    case .fused: "follows a transient that is still ringing"
    case .orderChanged: "feels weaker than an event that is weaker in the pattern"
    case .smeared: "rises faster than the motor can follow"
    case .uncertain: "is felt at one end of the motor's range of resonances or dead times, but not at the other"
    case .faint:
      "is faint: it is \(level) dB \(decibelsOverThreshold < 0 ? "below" : "over") the threshold of touch"
    case .felt: "is felt"
    }
  }
}
