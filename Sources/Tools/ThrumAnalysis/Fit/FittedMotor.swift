import ThrumDevice
import ThrumEngine
import ThrumPattern

extension ResonantActuator {
  /// The phone's actuator with another resonance and Q. Its drive and stroke match the recorded level ratio of taps
  /// to buzzes. Assumes that buzzes reach the default acceleration where the voltage allows it.
  init(fitting taps: TapFit, _ buzzes: Buzzes) {
    guard case .resonant(var motor) = ActuatorPreset.phone.model else { preconditionFailure("the phone is resonant") }
    motor.forceFactor *=
      (taps.hertz.value / taps.quality.value / (motor.resonanceHertz / motor.quality)).squareRoot()
    (motor.resonanceHertz, motor.quality) = (taps.hertz.value, taps.quality.value)
    let flat = RenderSettings().flatAcceleration
    // Recorded amplitude per g, from the buzzes. The taps give a different value until the rated voltage is corrected.
    let perG = (buzzes.clear.map(\.sine.amplitude).max() ?? 1) / flat
    motor.ratedVolts *= (taps.energy / motor.tapEnergy(buzzes.map)).squareRoot() / perG
    if let low = buzzes.clear.map(\.sine).min(by: { $0.hertz < $1.hertz }) {
      let omega = 2 * .pi * low.hertz
      let reached = low.amplitude / perG * standardGravity
      let byVolts = motor.maximumVolts * motor.deviceAcceleration(perVoltAtHertz: low.hertz)
      let byStroke = reached / (omega * omega * motor.deviceGain)
      // If the level is lower than the voltage allows, the stroke is the limit. Otherwise, assume some reserve.
      motor.stroke = reached < 0.9 * min(byVolts, flat * standardGravity) ? byStroke : 1.5 * byStroke
    }
    self = motor
  }

  /// Sum of the squared samples (in g²) of one tap at each sharpness, at ``FitRecording/rate``.
  private func tapEnergy(_ map: SharpnessMap) -> Double {
    var settings = RenderSettings()
    settings.actuator = ActuatorPreset(name: "", summary: "", model: .resonant(self))
    settings.sharpness = map
    settings.sampleRate = FitRecording.rate
    let apart = 0.2
    let entries = FitPattern.taps.prefix(FitPattern.tapSharpnesses.count).enumerated().map { index, step in
      PatternEntry.event(FitPattern.event(step, at: apart * Double(index)))
    }
    guard settings.problem == nil else { return .infinity }
    var renderer = OfflineRenderer(
      [Pattern(entries: entries)], settings: settings, signal: .acceleration,
      lengthSeconds: apart * Double(entries.count))
    var energy = 0.0
    var isOver = false
    while !isOver {
      isOver = !renderer.renderNext { energy = $0.reduce(energy) { $0 + Double($1) * Double($1) } }
    }
    return energy
  }
}
