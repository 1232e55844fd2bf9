import ThrumDevice
import ThrumEngine
import ThrumPattern

/// What a ``FeltMeter`` would read for single events, without rendering each.
struct FeltEstimate {
  private let settings: RenderSettings
  private let actuator: ResonantActuator
  /// Taps at full intensity, of sharpness n/8.
  private let taps: [FeltMeter.Reading]

  /// Returns `nil` for eccentric motors, whose speed and strength are coupled.
  init?(_ settings: RenderSettings) {
    guard case .resonant(let actuator) = settings.effectiveActuator.model else { return nil }
    self.settings = settings
    self.actuator = actuator
    taps = (0...8).map { FeltEstimate.tap(settings, sharpness: Double($0) / 8) }
  }

  private static func tap(_ settings: RenderSettings, sharpness: Double) -> FeltMeter.Reading {
    let event = Event(
      type: .hapticTransient, time: 0.15,
      parameters: [EventParameter(.hapticIntensity, 1), EventParameter(.hapticSharpness, sharpness)])
    var meter = FeltMeter(sampleRate: settings.sampleRate)
    var renderer = OfflineRenderer([Pattern(entries: [.event(event)])], settings: settings, signal: .acceleration)
    var isOver = false
    while !isOver { isOver = !renderer.renderNext { for sample in $0 { meter.add(Double(sample)) } } }
    meter.finish()
    return meter.strongest ?? FeltMeter.Reading()
  }

  /// Felt level in dB: −∞ at intensity 0, `nil` for audio events.
  func level(of event: Event) -> Double? {
    guard event.type.isHaptic else { return nil }
    let amplitude = settings.intensityLaw.amplitude(min(1, max(0, event.value(of: .hapticIntensity))))
    guard amplitude > 0 else { return -.infinity }
    let sharpness = min(1, max(0, event.value(of: .hapticSharpness)))
    if event.type == .hapticContinuous {
      let hertz = settings.sharpness.hertz(sharpness: sharpness)
      let full = settings.steadyAcceleration(actuator, atHertz: hertz) / standardGravity
      // Events shorter than the integration time count for less.
      let share = min(1, (event.sustainSeconds ?? 0) / FeltMeter.seconds)
      return FeltStrength.level(of: decibels(full * amplitude * share.squareRoot()), atHertz: hertz)
    }
    let place = min(7, Int(sharpness * 8))
    let (low, high) = (taps[place].high, taps[place + 1].high)
    let share = sharpness * 8 - Double(place)
    func level(_ path: KeyPath<FeltMeter.Reading.Energies, Double>) -> Double {
      decibels(low[keyPath: path]) / 2 * (1 - share) + decibels(high[keyPath: path]) / 2 * share + decibels(amplitude)
    }
    return FeltStrength.blended(overThreshold: level(\.overThreshold), overVelocity: level(\.overVelocity))
  }
}

extension Linter {
  /// A linter with every check, including one for events too weak to be felt on the default actuator.
  package static var whole: Linter {
    var options = Options()
    options.touchLevelDecibels = { phone?.level(of: $0) }
    return Linter(options: options)
  }

  private static let phone = FeltEstimate(RenderSettings())
}
