import ThrumPattern

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
