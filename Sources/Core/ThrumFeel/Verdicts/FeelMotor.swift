import ThrumDevice
import ThrumPattern

/// A motor to judge patterns on, and how far its resonance may lie from the model's.
package struct FeelMotor: Sendable {
  package let name: String
  /// The model, followed by the ends of its range of evidence.
  let variants: [RenderSettings]

  /// The settings, ignoring the range of evidence.
  var model: RenderSettings { variants.first ?? RenderSettings() }

  /// Q above which a motor moves only at its resonance.
  private static let narrow = 8.0

  /// A motor with a narrow resonance is driven there, as drivers of coin motors do (Texas Instruments' DRV260x follow
  /// the resonance by the motor's back-EMF), unless the settings change the sharpness map. Transients are then
  /// not braked, since the brakes of such drivers take about 20 ms, as the motor itself does.
  ///
  /// - Parameter settings: the actuator, and the laws that it needs.
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

  /// The modelled phone, a watch, two coins, an eccentric motor and a game pad.
  package static let usual = [ActuatorPreset.phone, .watch, .coin175, .coin235, .eccentric, .dualSense].map(
    FeelMotor.init)
}
