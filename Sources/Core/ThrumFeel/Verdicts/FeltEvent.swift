import ThrumPattern

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

extension FeltEvent {
  /// Sentence that helps, or nothing.
  var remedy: String {
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
