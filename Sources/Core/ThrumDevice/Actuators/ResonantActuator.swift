/// A sprung mass moved by a voice coil (LRA), as in a phone, watch or game pad.
///
///     m x'' + c x' + k x = Bl·i        L i' + R i + Bl x' = V
///
/// Values are in SI units.
public struct ResonantActuator: Equatable, Sendable {
  /// Resonance, Hz.
  public var resonanceHertz: Double
  /// Moving mass m, kg.
  public var movingMass: Double
  /// Q with the coil shorted, as by an amplifier (Qts).
  public var quality: Double
  /// Force factor Bl, N/A.
  public var forceFactor: Double
  /// Coil resistance R, Ω.
  public var resistance: Double
  /// Coil inductance L, H.
  public var inductance: Double
  /// Stroke in each direction, m.
  public var stroke: Double
  /// Rated drive, V RMS.
  public var ratedVolts: Double
  /// Mass of the shaken device, kg, or `nil` if the finger touches the moving part.
  public var deviceMass: Double?

  /// Creates an actuator from values in data-sheet units: Hz, g, N/A, Ω, µH, mm, V RMS, g.
  public init(
    hertz: Double, grams: Double, quality: Double, forceFactor: Double, ohms: Double, microhenries: Double,
    strokeMillimetres: Double, ratedVolts: Double, deviceGrams: Double?
  ) {
    resonanceHertz = hertz
    movingMass = grams * 1e-3
    self.quality = quality
    self.forceFactor = forceFactor
    resistance = ohms
    inductance = microhenries * 1e-6
    stroke = strokeMillimetres * 1e-3
    self.ratedVolts = ratedVolts
    deviceMass = deviceGrams.map { $0 * 1e-3 }
  }

  /// Resonance, rad/s.
  package var angularResonance: Double { 2 * .pi * resonanceHertz }
  /// Spring constant k, N/m.
  package var stiffness: Double { movingMass * angularResonance * angularResonance }
  /// Mechanical damping c, N·s/m: total damping, from Q, minus that of the coil.
  public var damping: Double {
    movingMass * angularResonance / quality - forceFactor * forceFactor / resistance
  }
  /// Ratio of the device's acceleration to that of the moving mass.
  package var deviceGain: Double { deviceMass.map { movingMass / $0 } ?? 1 }
  /// Peak of a sine at the rated drive, V.
  public var maximumVolts: Double { ratedVolts * 2.0.squareRoot() }

  /// Returns the mass's acceleration per volt at the coil.
  package func transfer(atHertz hertz: Double) -> Complex {
    let s = Complex(0, 2 * .pi * hertz)
    let mechanical =
      Complex(movingMass) * s * s + Complex(damping) * s + Complex(stiffness)
    let electrical = Complex(inductance) * s + Complex(resistance)
    let backEMF = Complex(forceFactor * forceFactor) * s
    return Complex(forceFactor) * s * s / (mechanical * electrical + backEMF)
  }

  /// Returns the device's peak acceleration, m/s², for a sine with a peak of 1 V.
  package func deviceAcceleration(perVoltAtHertz hertz: Double) -> Double {
    deviceGain * transfer(atHertz: hertz).magnitude
  }

  /// Limits the device's peak acceleration (m/s²) to what the rated drive and the stroke allow.
  package func reachableAcceleration(_ wanted: Double, atHertz hertz: Double) -> Double {
    let omega = 2 * .pi * hertz
    return min(
      wanted, maximumVolts * deviceAcceleration(perVoltAtHertz: hertz), stroke * omega * omega * deviceGain)
  }

  /// Reason why the actuator cannot be rendered, if any.
  public func problem(at sampleRate: SampleRate) -> String? {
    let values = [
      MotorValue("resonance", resonanceHertz, 1...20_000, "Hz"),
      MotorValue("moving mass", movingMass * 1e3, 0.001...10_000, "g"),
      MotorValue("quality", quality, 0.1...1_000),
      MotorValue("force factor", forceFactor, 0.001...1_000, "N/A"),
      MotorValue("resistance", resistance, 0.01...10_000, "Ω"),
      MotorValue("inductance", inductance * 1e6, 0.01...100_000, "µH"),
      MotorValue("stroke", stroke * 1e3, 0.001...1_000, "mm"),
      MotorValue("rated drive", ratedVolts, 0.001...1_000, "V"),
      MotorValue("device's mass", (deviceMass ?? 1) * 1e3, 0.1...1_000_000, "g"),
    ]
    if let problem = values.lazy.compactMap({ $0.problem }).first { return problem }
    guard damping >= 0 else {
      return "Bl²/R is larger than m·ω₀/Q: raise the resistance or the mass, or lower Q or Bl"
    }
    guard resonanceHertz < sampleRate / 8 else {
      return "the resonance must be below an eighth of the sample rate"
    }
    return nil
  }
}

struct MotorValue {
  let name: String
  let value: Double
  let range: ClosedRange<Double>
  let unit: String

  init(_ name: String, _ value: Double, _ range: ClosedRange<Double>, _ unit: String = "") {
    self.name = name
    self.value = value
    self.range = range
    self.unit = unit.isEmpty ? "" : " " + unit
  }

  var problem: String? {
    // Unit conversions may change the last digit.
    let slack = 1e-9
    guard value >= range.lowerBound * (1 - slack), value <= range.upperBound * (1 + slack) else {
      return "the \(name) must be between \(text(range.lowerBound)) and \(text(range.upperBound))\(unit)"
    }
    return nil
  }

  private func text(_ number: Double) -> String {
    number >= 1 && number < 1e6 ? "\(Int(number))" : "\(number)"
  }
}
