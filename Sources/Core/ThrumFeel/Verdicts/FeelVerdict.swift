import ThrumPattern

/// Verdict on an event for a motor, ordered from worst to best.
package enum FeelVerdict: String, CaseIterable, Comparable, Sendable, Encodable {
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
  /// Felt or not, depending on where the motor's resonance lies in its range.
  case uncertain
  /// Less than 6 dB above the threshold.
  case faint
  case felt

  /// Level of a clearly felt event, dB above the threshold.
  package static let clearLevel = 6.0

  package var words: String { rawValue.replacing("-", with: " ") }

  private var rank: Int { FeelVerdict.allCases.firstIndex(of: self) ?? 0 }

  package static func < (a: FeelVerdict, b: FeelVerdict) -> Bool { a.rank < b.rank }
}

/// The smallest change to one number that cures an event.
package struct FeelCure: Equatable, Sendable, Encodable {
  package enum Kind: String, CaseIterable, Sendable, Encodable {
    case intensity
    /// In seconds.
    case duration
    /// Time since the previous transient, s.
    case gap
  }

  package let kind: Kind
  package let from: Double
  package let to: Double

  package init(kind: Kind, from: Double, to: Double) {
    self.kind = kind
    self.from = from
    self.to = to
  }

  package var words: String {
    switch kind {
    case .intensity: "intensity \(fixed(from, 2)) → \(fixed(to, 2))"
    case .duration: "\(fixed((to - from) * 1_000, 0)) ms longer"
    case .gap: "gap \(fixed(from * 1_000, 0)) → \(fixed(to * 1_000, 0)) ms"
    }
  }
}

package struct FeltEvent: Equatable, Sendable, Encodable {
  /// Index among the file's events.
  package let index: Int
  /// In seconds.
  package let time: Double
  package let verdict: FeelVerdict
  /// Felt level of the event alone; -200 for silence.
  package let decibelsOverThreshold: Double
  /// Share of a long event's amplitude that the motor reaches.
  package let reachedPercent: Double
  /// `nil` if no single change in intensity, duration or gap cures the event.
  package let cure: FeelCure?

  private enum CodingKeys: CodingKey {
    case index, time, verdict, decibelsOverThreshold, reachedPercent, cure
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(index, forKey: .index)
    try container.encode(time, forKey: .time)
    try container.encode(verdict, forKey: .verdict)
    try container.encode((decibelsOverThreshold * 10).rounded() / 10, forKey: .decibelsOverThreshold)
    try container.encode(reachedPercent.rounded(), forKey: .reachedPercent)
    try container.encode(cure, forKey: .cure)
  }
}
