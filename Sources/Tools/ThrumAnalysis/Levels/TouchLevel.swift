import ThrumDevice
import ThrumPattern

/// How far single events lie over the threshold of touch, from the motor's numbers alone: what a ``TouchMeter`` reads of them within
/// 2 dB, without a rendering.
struct TouchLevel {
  private let settings: RenderSettings
  private let actuator: ResonantActuator
  /// Of a tap of full intensity, dB.
  private let tap: Double

  /// For a motor; `nil` for one that turns, whose speed and strength are tied.
  init?(_ settings: RenderSettings) {
    guard case .resonant(let actuator) = settings.effectiveActuator.model else { return nil }
    self.settings = settings
    self.actuator = actuator
    let volts = actuator.maximumVolts / standardGravity
    tap = decibels(settings.tapEnergy(actuator) * volts * volts / TouchMeter.sineEnergy) / 2
  }

  /// The level of an event by itself, dB; −∞ for one of no intensity, `nil` for one that is not felt but heard.
  func level(of event: Event) -> Double? {
    guard event.type.isHaptic else { return nil }
    let intensity = min(1, max(0, event.value(of: .hapticIntensity)))
    let strength = decibels(settings.intensityLaw.amplitude(intensity))
    guard event.type == .hapticContinuous else { return tap + strength }
    let hertz = settings.sharpness.hertz(sharpness: event.value(of: .hapticSharpness))
    let full = settings.steadyAcceleration(actuator, atHertz: hertz) / standardGravity
    // A shorter one counts for less.
    let share = min(1, (event.sustainSeconds ?? 0) * 0.5 / TouchMeter.sineEnergy)
    return decibels(full) - TouchThreshold.decibels(atHertz: hertz) + strength + decibels(share) / 2
  }
}

extension Linter {
  /// The linter with every check, including what is too weak to feel on the default motor.
  package static var whole: Linter {
    var options = Options()
    let level = TouchLevel(RenderSettings())
    options.touchLevelDecibels = { level?.level(of: $0) }
    return Linter(options: options)
  }
}
