import ThrumPattern

extension FeelVerdict {
  /// `nil` for an event that is felt.
  package var code: DiagnosticCode? {
    switch self {
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

extension FeelVerdict {
  /// Whether the event is lost or changed, rather than faint, smeared or uncertain.
  package var isFinding: Bool { code?.severity == .warning }
}

extension FeelReport {
  /// The verdicts as findings, in text order.
  ///
  /// - Parameter document: The one that was judged; `nil` for a format without positions.
  package func findings(in document: AHAPDocument?) -> [Diagnostic] {
    var findings = Findings(perCode: 100)
    let entries = document?.pattern?.entries.indices.filter {
      if case .event = document?.pattern?.entries[$0] { true } else { false }
    }
    for motor in motors {
      for event in motor.events {
        guard let code = event.verdict.code else { continue }
        let span = entries.flatMap { document?.span(ofEntry: $0[event.index]) }
        findings.add(
          code, at: span?.bytes.lowerBound ?? 0, path: span.map { "Pattern[\($0.index)].Event" } ?? "",
          message: "on \(motor.name), the event at \(fixed(event.time, 3)) s \(event.cause)",
          remedy: event.cure.map { "Cure: \($0.words)." } ?? "")
      }
    }
    return findings.diagnostics(file: path, text: document?.text ?? [])
  }
}

extension FeltEvent {
  /// Why an event has its verdict, as the end of a sentence about it.
  package var cause: String {
    let level = fixed(abs(decibelsOverThreshold), 1)
    return switch verdict {
    case .notFelt where decibelsOverThreshold <= -200: "is not felt: it is silent"
    case .notFelt: "is not felt: it is \(level) dB below the threshold of touch"
    case .tooShort: "is too short: the motor reaches \(fixed(reachedPercent, 0)) % of the amplitude"
    case .swallowed: "is hidden by a stronger one"
    case .fused: "follows a transient that still rings"
    case .orderChanged: "is weaker than one that the pattern makes weaker still"
    case .smeared: "rises faster than the motor"
    case .uncertain: "is felt or not, depending on where in its range the motor lies"
    case .faint: "is faint: \(level) dB over the threshold of touch"
    case .felt: "is felt"
    }
  }
}
