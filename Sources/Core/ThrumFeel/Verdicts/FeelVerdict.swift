import ThrumPattern

/// The verdict on an event on a motor, from worst to best.
package enum FeelVerdict: String, CaseIterable, Comparable, Sendable, Encodable {
  /// Below the threshold of touch.
  case notFelt = "not-felt"
  /// The motor reaches less than half of the amplitude within the event.
  case tooShort = "too-short"
  /// Hidden by a stronger event at the same time.
  case swallowed
  /// Follows a transient that still rings.
  case fused
  /// Weaker than an event that the pattern makes weaker still.
  case orderChanged = "order-changed"
  /// Its attack or decay is faster than the motor.
  case smeared
  /// Depends on where in its range of evidence the motor lies.
  case uncertain
  /// Less than 6 dB over the threshold.
  case faint
  case felt

  /// Level over the threshold from which an event is felt clearly, dB.
  package static let clearLevel = 6.0

  /// The verdict in words, such as “not felt”.
  package var words: String { rawValue.replacing("-", with: " ") }

  private var rank: Int { FeelVerdict.allCases.firstIndex(of: self) ?? 0 }

  package static func < (a: FeelVerdict, b: FeelVerdict) -> Bool { a.rank < b.rank }
}

/// The smallest change of a single number that cures an event.
package struct FeelCure: Equatable, Sendable, Encodable {
  package enum Kind: String, CaseIterable, Sendable, Encodable {
    /// The event's intensity.
    case intensity
    /// Its duration, s.
    case duration
    /// The time since the transient before, s.
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

  /// Such as “intensity 0.35 → 0.48”.
  package var words: String {
    switch kind {
    case .intensity: "intensity \(fixed(from, 2)) → \(fixed(to, 2))"
    case .duration: "\(fixed((to - from) * 1_000, 0)) ms longer"
    case .gap: "gap \(fixed(from * 1_000, 0)) → \(fixed(to * 1_000, 0)) ms"
    }
  }
}

/// An event as felt on a motor.
package struct FeltEvent: Equatable, Sendable, Encodable {
  /// Index among the file's events.
  package let index: Int
  /// Seconds.
  package let time: Double
  package let verdict: FeelVerdict
  /// Felt level of the event alone, dB; -200 for silence.
  package let decibelsOverThreshold: Double
  /// Share of the amplitude that the motor would reach in a long event, %.
  package let reachedPercent: Double
  /// `nil` if no single change of intensity, duration or gap cures it.
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
