import CoreHaptics
import Foundation

/// The effects of a rope-cutting game.
struct Effects {
  private let engine: CHHapticEngine

  init(engine: CHHapticEngine) throws { self.engine = engine }

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
}
