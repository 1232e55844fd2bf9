import ThrumDevice
import ThrumPattern
import ThrumRender

/// A motor on which to judge patterns, with the range of its resonance or its dead time.
package struct FeelMotor: Sendable {
  package let name: String
  /// The model, followed by variants at the ends of its range of resonances or dead times.
  let variants: [Variant]

  struct Variant: Sendable {
    let settings: RenderSettings
    /// Factor that gives a transient the energy that it has on the model. It is not known that a motor with another
    /// resonance would play weaker transients.
    var tapGain = 1.0
  }

  var model: RenderSettings { variants.first?.settings ?? RenderSettings() }

  /// Whether patterns are made for this motor.
  package var isPhone: Bool { [.phone, .phone125].contains(model.actuator) }

  /// Whether this is the motor with which others are compared.
  var isReference: Bool { model == RenderSettings() }

  /// Q above which a motor moves only at its resonance.
  private static let narrow = 8.0

  /// Unless the settings change the sharpness map, drives a motor with a narrow resonance at that resonance, as coin
  /// motor drivers do, and does not brake its transients (decision 0056).
  package init(name: String, settings: RenderSettings = RenderSettings()) {
    self.name = name
    var settings = settings
    if case .resonant(let model) = settings.actuator.model, model.quality >= FeelMotor.narrow,
      settings.sharpness == SharpnessMap()
    {
      settings.sharpness = SharpnessMap(lowestHertz: model.resonanceHertz, highestHertz: model.resonanceHertz)
      settings.brakesTransients = false
    }
    variants = [Variant(settings: settings)] + FeelMotor.ends(of: settings)
  }

  /// Variants at the ends of what is known of the motor.
  private static func ends(of settings: RenderSettings) -> [Variant] {
    let evidence = settings.actuator.evidence
    func variant(_ model: ActuatorPreset.Model, tapGain: Double = 1) -> Variant {
      var changed = settings
      changed.actuator.model = model
      return Variant(settings: changed, tapGain: tapGain)
    }
    switch settings.actuator.model {
    case .resonant(let model):
      guard let range = evidence?.resonanceRange else { return [] }
      let energy = tapEnergy(model, settings)
      return [range.lowerBound, range.upperBound].filter { $0 != model.resonanceHertz }.map { hertz in
        var model = model
        model.resonanceHertz = hertz
        let own = tapEnergy(model, settings)
        return variant(.resonant(model), tapGain: own > 0 ? (energy / own).squareRoot() : 1)
      }
    case .eccentric(let model):
      guard let range = evidence?.startRange else { return [] }
      return [range.lowerBound, range.upperBound].map { seconds in
        var model = model
        model.startSeconds = seconds
        return variant(.eccentric(model))
      }
    }
  }

  /// Energy of a transient at the rated drive.
  private static func tapEnergy(_ model: ResonantActuator, _ settings: RenderSettings) -> Double {
    let table = TapTable(model, map: settings.sharpness, frequencyDivisor: 1, brakes: settings.brakesTransients)
    return table.energy * model.maximumVolts * model.maximumVolts
  }

  package init(_ preset: ActuatorPreset) {
    var settings = RenderSettings()
    settings.actuator = preset
    self.init(name: preset.name, settings: settings)
  }

  package static let usual = [ActuatorPreset.phone, .watch, .coin175, .coin235, .eccentric, .dualSense].map(
    FeelMotor.init)
}
