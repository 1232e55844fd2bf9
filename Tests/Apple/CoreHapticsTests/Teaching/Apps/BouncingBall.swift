import CoreHaptics
import Foundation

/// A ball that falls and bounces; every collision is one tap, as strong and as sharp as the impact.
final class BouncingBall {
  private var engine: CHHapticEngine?
  /// Metres above the ground.
  private(set) var height: Double
  /// Metres per second, upwards.
  private(set) var velocity = 0.0
  /// The share of its speed that a bounce leaves.
  let bounciness: Double
  /// The speed of the strongest tap, in metres per second.
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

  /// One frame of the game.
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
      // The player is made, started and forgotten: it plays on on its own.
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
