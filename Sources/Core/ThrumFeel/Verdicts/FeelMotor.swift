import ThrumDevice
import ThrumPattern

/// A motor on which to judge patterns, with the range of its resonance.
package struct FeelMotor: Sendable {
  package let name: String
  /// The model, followed by variants at the ends of its range of resonances.
  let variants: [RenderSettings]

  var model: RenderSettings { variants.first ?? RenderSettings() }

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
      variants = [settings]
      return
    }
    variants =
      [settings]
      + [range.lowerBound, range.upperBound].filter { $0 != model.resonanceHertz }.map { hertz in
        var model = model
        model.resonanceHertz = hertz
        var changed = settings
        changed.actuator.model = .resonant(model)
        return changed
      }
  }

  package init(_ preset: ActuatorPreset) {
    var settings = RenderSettings()
    settings.actuator = preset
    self.init(name: preset.name, settings: settings)
  }

  package static let usual = [ActuatorPreset.phone, .watch, .coin175, .coin235, .eccentric, .dualSense].map(
    FeelMotor.init)
}
