import CoreHaptics
import Foundation

/// The effects of a rope-cutting game: a cut is a tap, and a swish follows the finger.
struct Effects {
  private let engine: CHHapticEngine
  private let swish: CHHapticAdvancedPatternPlayer

  init(engine: CHHapticEngine) throws {
    self.engine = engine
    let hum = CHHapticEvent(eventType: .hapticContinuous, parameters: [], relativeTime: 0, duration: 1)
    swish = try engine.makeAdvancedPlayer(with: CHHapticPattern(events: [hum], parameters: []))
    swish.loopEnabled = true
  }

  /// One tap, with a strength of 0…1.
  func cut(strength: Float) throws {
    let tap = CHHapticEvent(
      eventType: .hapticTransient,
      parameters: [
        CHHapticEventParameter(parameterID: .hapticIntensity, value: strength),
        CHHapticEventParameter(parameterID: .hapticSharpness, value: 0.7),
      ], relativeTime: 0)
    let pattern = try CHHapticPattern(events: [tap], parameters: [])
    try engine.makePlayer(with: pattern).start(atTime: CHHapticTimeImmediate)
  }

  /// Starts the swish, silent at first.
  func beginSwish() throws {
    try moveSwish(speed: 0)
    try swish.start(atTime: CHHapticTimeImmediate)
  }

  /// Follows the finger's speed, 0…1: faster means stronger and sharper.
  func moveSwish(speed: Float) throws {
    let parameters = [
      CHHapticDynamicParameter(parameterID: .hapticIntensityControl, value: speed, relativeTime: 0),
      CHHapticDynamicParameter(parameterID: .hapticSharpnessControl, value: speed - 0.5, relativeTime: 0),
    ]
    try swish.sendParameters(parameters, atTime: CHHapticTimeImmediate)
  }

  func endSwish() throws { try swish.stop(atTime: CHHapticTimeImmediate) }
}
