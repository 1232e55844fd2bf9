import ThrumDevice
import ThrumPattern

/// Estimates single events' levels above the threshold of touch without rendering, to within 2 dB of a ``TouchMeter``.
struct TouchLevel {
  private let settings: RenderSettings
  private let actuator: ResonantActuator
  /// Level of a tap at full intensity, dB.
  private let tap: Double

  /// Returns `nil` for eccentric motors, whose speed and strength are coupled.
  init?(_ settings: RenderSettings) {
    guard case .resonant(let actuator) = settings.effectiveActuator.model else { return nil }
    self.settings = settings
    self.actuator = actuator
    let volts = actuator.maximumVolts / standardGravity
    tap = decibels(settings.tapEnergy(actuator) * volts * volts / TouchMeter.sineEnergy) / 2
  }

  /// Level in dB: −∞ at intensity 0, `nil` for audio events.
  func level(of event: Event) -> Double? {
    guard event.type.isHaptic else { return nil }
    let intensity = min(1, max(0, event.value(of: .hapticIntensity)))
    let strength = decibels(settings.intensityLaw.amplitude(intensity))
    guard event.type == .hapticContinuous else { return tap + strength }
    let hertz = settings.sharpness.hertz(sharpness: event.value(of: .hapticSharpness))
    let full = settings.steadyAcceleration(actuator, atHertz: hertz) / standardGravity
    // Events shorter than the integration time count for less.
    let share = min(1, (event.sustainSeconds ?? 0) * 0.5 / TouchMeter.sineEnergy)
    return decibels(full) - TouchThreshold.decibels(atHertz: hertz) + strength + decibels(share) / 2
  }
}

extension Linter {
  /// A linter with every check, including one for events too weak to be felt on the default actuator.
  package static var whole: Linter {
    var options = Options()
    let level = TouchLevel(RenderSettings())
    options.touchLevelDecibels = { level?.level(of: $0) }
    return Linter(options: options)
  }
}
