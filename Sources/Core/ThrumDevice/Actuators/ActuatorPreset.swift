import ThrumPattern

/// A named actuator, explained in `Docs/Actuators.md`.
public struct ActuatorPreset: Equatable, Sendable {
  /// Kind of motor.
  public enum Model: Equatable, Sendable {
    case resonant(ResonantActuator)
    case eccentric(EccentricMotor)
  }

  /// Name on the command line.
  public var name: String
  /// One-line description.
  public var summary: String
  /// Motor.
  public var model: Model
  /// What is known of one of ours.
  private var known: Known?

  private struct Known {
    let title: String
    let evidence: ActuatorEvidence
  }

  /// Creates a preset.
  public init(name: String, summary: String, model: Model) {
    self.name = name
    self.summary = summary
    self.model = model
  }

  /// One of ours.
  private init(name: String, title: String, summary: String, evidence: ActuatorEvidence, model: Model) {
    (self.name, self.summary, self.model) = (name, summary, model)
    known = Known(title: title, evidence: evidence)
  }

  /// What is known does not matter.
  public static func == (one: ActuatorPreset, other: ActuatorPreset) -> Bool {
    one.name == other.name && one.summary == other.summary && one.model == other.model
  }

  /// A Taptic-class actuator in a 170 g phone, the default.
  public static let phone = ActuatorPreset(
    name: "iphone-taptic", title: "iPhone",
    summary: "phone: 165 Hz, low Q, one-cycle rise",
    // An iPhone 6s's motor is strongest at 221 Hz.
    evidence: .init(.secondHand, .inference, level: .assumption, range: 165...221, levels: -3...10),
    model: .resonant(
      ResonantActuator(
        hertz: 165, grams: 2.5, quality: 2.5, forceFactor: 2.388, ohms: 8, microhenries: 100,
        strokeMillimetres: 0.58, ratedVolts: 1.4, deviceGrams: 170)))

  /// The phone's actuator with a resonance of 125 Hz instead of 165 Hz.
  public static let phone125 = ActuatorPreset(
    name: "phone-125", title: "Phone with 125 Hz",
    summary: "phone with the resonance that Thrum used to assume: 125 Hz, low Q",
    evidence: .init(.inference, .inference, level: .assumption, levels: -3...10),
    model: .resonant(
      ResonantActuator(
        hertz: 125, grams: 2.5, quality: 2.5, forceFactor: 2.078, ohms: 8, microhenries: 100,
        strokeMillimetres: 1.0, ratedVolts: 1.6, deviceGrams: 170)))

  /// A Taptic-class actuator in a watch.
  public static let watch = ActuatorPreset(
    name: "watch-taptic", title: "Watch",
    summary: "watch: 175 Hz in a 35 g case",
    evidence: .init(.assumption, .assumption, level: .assumption),
    model: .resonant(
      ResonantActuator(
        hertz: 175, grams: 0.9, quality: 4.4, forceFactor: 1.20, ohms: 10, microhenries: 100,
        strokeMillimetres: 0.6, ratedVolts: 0.8, deviceGrams: 35)))

  /// A trackpad plate that moves sideways under the finger.
  public static let trackpad = ActuatorPreset(
    name: "trackpad", title: "Trackpad",
    summary: "trackpad plate: 120 Hz, with a finger on the moving part",
    evidence: .init(.assumption, .assumption, level: .assumption),
    model: .resonant(
      ResonantActuator(
        hertz: 120, grams: 45, quality: 2.0, forceFactor: 3.0, ohms: 6, microhenries: 300,
        strokeMillimetres: 0.2, ratedVolts: 1.0, deviceGrams: nil)))

  /// A 175 Hz coin actuator with a high Q, on a 100 g jig.
  public static let coin175 = ActuatorPreset(
    name: "coin-lra-175", title: "Coin motor, 175 Hz",
    summary: "coin LRA: 175 Hz, Q 15, eleven-cycle rise",
    evidence: .init(.source, .inference, level: .assumption, range: 170...200),
    model: .resonant(
      ResonantActuator(
        hertz: 175, grams: 1.2, quality: 15, forceFactor: 0.35, ohms: 12, microhenries: 100,
        strokeMillimetres: 1.0, ratedVolts: 2.0, deviceGrams: 100)))

  /// A 235 Hz coin actuator with a high Q, on a 100 g jig.
  public static let coin235 = ActuatorPreset(
    name: "coin-lra-235", title: "Coin motor, 235 Hz",
    summary: "coin LRA: 235 Hz, Q 15",
    evidence: .init(.source, .inference, level: .assumption, range: 235...240),
    model: .resonant(
      ResonantActuator(
        hertz: 235, grams: 0.6, quality: 15, forceFactor: 0.45, ohms: 24, microhenries: 200,
        strokeMillimetres: 0.7, ratedVolts: 1.8, deviceGrams: 100)))

  /// A wide-band voice coil as measured in the hand: 1.13 g peak to peak per volt at 70 Hz, and 8 dB less at 300 Hz.
  public static let wideband = ActuatorPreset(
    name: "wideband-vca", title: "Wide-band voice coil",
    summary: "wide-band voice coil: strongest at 70 Hz, 8 dB weaker at 300 Hz",
    evidence: .init(.source, .source, level: .source),
    model: .resonant(
      ResonantActuator(
        hertz: 67.3, grams: 5.0, quality: 2.58, forceFactor: 1.69, ohms: 4, microhenries: 100,
        strokeMillimetres: 1.5, ratedVolts: 0.9, deviceGrams: 277)))

  /// The voice coil of a DualSense as measured in the hand: 4.2 g peak to peak per volt at 135 Hz.
  package static let dualSense = ActuatorPreset(
    name: "dualsense-vca", title: "Game pad voice coil",
    summary: "game pad voice coil: 135 Hz, Q 4",
    evidence: .init(.source, .source, level: .source),
    model: .resonant(
      ResonantActuator(
        hertz: 132.9, grams: 6.0, quality: 4.0, forceFactor: 2.06, ohms: 4, microhenries: 100,
        strokeMillimetres: 0.5, ratedVolts: 0.5, deviceGrams: 140)))

  /// A heavy 40 Hz shaker, for ``MonitorMode/shaker``.
  public static let shaker = ActuatorPreset(
    name: "shaker-40", title: "Bass shaker",
    summary: "bass shaker: 40 Hz, for the shaker monitor mode",
    evidence: .init(.assumption, .assumption, level: .assumption),
    model: .resonant(
      ResonantActuator(
        hertz: 40, grams: 60, quality: 1.5, forceFactor: 6, ohms: 4, microhenries: 300,
        strokeMillimetres: 4, ratedVolts: 3.0, deviceGrams: 1000)))

  /// An eccentric coin motor on a 100 g jig, behind the driver of a phone: it needs 20 ms to begin.
  public static let eccentric = ActuatorPreset(
    name: "erm-coin", title: "Eccentric motor",
    summary: "eccentric motor: 200 Hz at 3 V, 0.1 s rise time, begins after 20 ms",
    // One phone gives a good pulse of 25 ms, another an extremely weak one of 70 ms.
    evidence: .init(.source, nil, level: .assumption, starts: 0.012...0.06),
    model: .eccentric(
      EccentricMotor(
        ratedVolts: 3.0, resistance: 20, torqueConstant: 1.034e-3, friction: 7.0e-8, inertia: 4.8e-9,
        imbalance: 7.5e-7, deviceMass: 0.1, startSeconds: 0.02)))

  /// All presets, the default first.
  public static let all: [ActuatorPreset] = [
    phone, phone125, watch, trackpad, coin175, coin235, wideband, dualSense, shaker, eccentric,
  ]

  /// Finds a preset by name.
  public static func named(_ name: String) -> ActuatorPreset? { all.first { $0.name == name } }

  /// Evidence for the values; `nil` unless it is one of ours, unchanged.
  package var evidence: ActuatorEvidence? {
    // A comparison of whole presets takes a kilobyte of the module for browsers, so there is one.
    ActuatorPreset.named(name) == self ? known?.evidence : nil
  }

  /// Name for people: that of a preset, or the given name of another actuator.
  package var title: String { ActuatorPreset.title(of: name) }

  package static func title(of name: String) -> String { named(name)?.known?.title ?? name }
}

/// Evidence for a preset's value. `Docs/Actuators.md` names the sources.
package enum Evidence: String, Sendable, JSONEncodable {
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
  /// Range of dead times of an eccentric motor, s.
  package let startRange: ClosedRange<Double>?

  fileprivate init(
    _ resonance: Evidence, _ quality: Evidence?, level: Evidence, range: ClosedRange<Double>? = nil,
    levels: ClosedRange<Double>? = nil, starts: ClosedRange<Double>? = nil
  ) {
    (self.resonance, self.quality, self.level) = (resonance, quality, level)
    (resonanceRange, levelRange, startRange) = (range, levels, starts)
  }
}
