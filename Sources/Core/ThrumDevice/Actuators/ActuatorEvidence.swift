/// Evidence for a preset's value. `Docs/Actuators.md` names the sources.
package enum Evidence: String, Sendable, Encodable {
  /// Stated or measured in a public document.
  case source
  /// From notes about a source that cannot be retrieved.
  case secondHand = "second-hand"
  /// Derived from public numbers.
  case inference
  /// Our choice.
  case assumption
}

package struct ActuatorEvidence: Sendable {
  /// Resonance, or an eccentric motor's speed at the rated drive.
  package let resonance: Evidence
  /// Q; `nil` for an eccentric motor.
  package let quality: Evidence?
  /// Acceleration at the rated drive.
  package let level: Evidence
  /// Range of resonances, Hz.
  package let resonanceRange: ClosedRange<Double>?
  /// Range of the real motor's level, dB relative to the model's.
  package let levelRange: ClosedRange<Double>?

  private init(
    _ resonance: Evidence, _ quality: Evidence?, level: Evidence, range: ClosedRange<Double>? = nil,
    levels: ClosedRange<Double>? = nil
  ) {
    (self.resonance, self.quality, self.level) = (resonance, quality, level)
    (resonanceRange, levelRange) = (range, levels)
  }

  package init?(_ preset: ActuatorPreset) {
    switch preset {
    // An iPhone 6s's motor is strongest at 221 Hz.
    case .phone: self.init(.secondHand, .inference, level: .assumption, range: 165...221, levels: -3...10)
    case .phone125: self.init(.inference, .inference, level: .assumption, levels: -3...10)
    case .watch, .trackpad, .shaker: self.init(.assumption, .assumption, level: .assumption)
    case .coin175: self.init(.source, .inference, level: .assumption, range: 170...200)
    case .coin235: self.init(.source, .inference, level: .assumption, range: 235...240)
    case .wideband, .dualSense: self.init(.source, .source, level: .source)
    case .eccentric: self.init(.source, nil, level: .assumption)
    default: return nil
    }
  }
}
