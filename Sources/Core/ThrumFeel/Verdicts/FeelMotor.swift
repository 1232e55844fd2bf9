import ThrumDevice
import ThrumPattern
import ThrumRender

/// A motor on which to judge patterns, with the range of its resonance.
package struct FeelMotor: Sendable {
  package let name: String
  /// The model, followed by variants at the ends of its range of resonances.
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
    guard case .resonant(let model) = settings.actuator.model,
      let range = ActuatorEvidence(settings.actuator)?.resonanceRange
    else {
      variants = [Variant(settings: settings)]
      return
    }
    let energy = FeelMotor.tapEnergy(model, settings)
    variants =
      [Variant(settings: settings)]
      + [range.lowerBound, range.upperBound].filter { $0 != model.resonanceHertz }.map { hertz in
        var model = model
        model.resonanceHertz = hertz
        var changed = settings
        changed.actuator.model = .resonant(model)
        let own = FeelMotor.tapEnergy(model, settings)
        return Variant(settings: changed, tapGain: own > 0 ? (energy / own).squareRoot() : 1)
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
