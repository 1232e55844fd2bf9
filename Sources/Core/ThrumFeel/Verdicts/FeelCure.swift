import ThrumPattern

/// The smallest change to one number that cures an event without changing the order of strengths.
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

/// What to do about an event that no change to one number cures without changing the design.
package enum FeelAdvice: Hashable, Sendable {
  /// Play a continuous event of this many seconds instead of the transient.
  case hold(Double)
  /// The transient needs this intensity, which is much more than it has.
  case raise(to: Double)
  /// At an intensity that helps, the event would be as strong as others that should be stronger.
  case keepsOrder
  /// Nothing helps: full intensity is too weak.
  case tooWeak
  /// Nothing helps: a stronger vibration hides the event even at full intensity.
  case hidden
  /// Nothing helps: at full intensity, the event still feels weaker than one that should be weaker.
  case weakerByNature
  /// Nothing helps: the intensity control is this low.
  case faded(Double)
  /// Nothing helps: the intensity control is 0.
  case muted
  /// Nothing helps: the motor is slower than any length that was tried.
  case tooSlow

  package var words: String {
    switch self {
    case .hold(let seconds):
      "a continuous event of \(fixed(seconds * 1_000, 0)) ms is felt: the motor needs that long to turn"
    case .raise(let intensity):
      "it needs an intensity of \(fixed(intensity, 2)): raise the pattern as a whole, or remove the event"
    case .keepsOrder:
      "an intensity that helps would change the order of strengths: raise the pattern as a whole, or move the event"
    case .tooWeak: "no intensity helps: this motor is too weak for such an event"
    case .hidden: "no intensity helps: move the event, or weaken the vibration that hides it"
    case .weakerByNature:
      "no intensity helps: the motor is weaker at this sharpness; change it, or weaken the event that feels stronger"
    case .faded(let control):
      "no intensity helps: the intensity control is \(fixed(control, 2)) at that time; change it, or leave the fade as it is"
    case .muted: "no intensity helps: the intensity control is 0 at that time"
    case .tooSlow: "no length helps: this motor is too slow for such an event"
    }
  }
}

/// Help for an event that is lost or changed.
package enum FeelHelp: Equatable, Sendable {
  case cure(FeelCure)
  case advice(FeelAdvice)

  package var words: String {
    switch self {
    case .cure(let cure): cure.words
    case .advice(let advice): advice.words
    }
  }
}
