import CoreHaptics
import Foundation

/// A bouncing ball. Every collision is a tap with the intensity and sharpness of the impact.
final class BouncingBall {
  private var engine: CHHapticEngine?
  /// Height above the ground, m.
  private(set) var height: Double
  /// Velocity, m/s, positive upwards.
  private(set) var velocity = 0.0
  /// Share of the speed that remains after a bounce.
  let bounciness: Double
  /// Speed of the strongest tap, m/s.
  let fullSpeed = 8.0

  init(height: Double, bounciness: Double = 0.5) {
    self.height = height
    self.bounciness = bounciness
    guard CHHapticEngine.capabilitiesForHardware().supportsHaptics else { return }
    do {
      engine = try CHHapticEngine()
      engine?.playsHapticsOnly = true
      engine?.resetHandler = { [weak self] in try? self?.engine?.start() }
      try engine?.start()
    } catch {
      engine = nil
    }
  }

  /// Advances the game by one frame.
  func step(_ seconds: Double) {
    velocity -= 9.81 * seconds
    height += velocity * seconds
    guard height <= 0, velocity < 0 else { return }
    let speed = -velocity
    height = 0
    velocity = speed * bounciness
    if speed > 0.5 { collide(strength: Float(min(speed / fullSpeed, 1))) }
  }

  private func collide(strength: Float) {
    do {
      // The player is created, started and released; it plays to its end.
      let player = try engine?.makePlayer(with: pattern(strength: strength))
      try player?.start(atTime: CHHapticTimeImmediate)
    } catch {
      print("not felt: \(error.localizedDescription)")
    }
  }

  private func pattern(strength: Float) throws -> CHHapticPattern {
    let intensity = CHHapticEventParameter(parameterID: .hapticIntensity, value: strength)
    let sharpness = CHHapticEventParameter(parameterID: .hapticSharpness, value: 0.2 + 0.8 * strength)
    let tap = CHHapticEvent(eventType: .hapticTransient, parameters: [intensity, sharpness], relativeTime: 0)
    return try CHHapticPattern(events: [tap], parameters: [])
  }
}
