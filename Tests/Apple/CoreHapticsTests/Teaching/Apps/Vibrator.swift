import CoreHaptics
import Foundation

/// One vibration at a time, as in older vibration interfaces.
final class Vibrator {
  private let engine: CHHapticEngine?
  private var player: CHHapticPatternPlayer?

  init() {
    engine = try? CHHapticEngine()
    engine?.isAutoShutdownEnabled = true
  }

  /// Replaces the current vibration. An unsustained one decays from its beginning.
  @discardableResult
  func vibrate(seconds: TimeInterval, intensity: Float = 1, sharpness: Float = 0.4, isSustained: Bool = true) -> Bool {
    guard let engine = engine, seconds > 0 else { return false }
    let parameters = [
      CHHapticEventParameter(parameterID: .hapticIntensity, value: intensity),
      CHHapticEventParameter(parameterID: .hapticSharpness, value: sharpness),
      CHHapticEventParameter(parameterID: .sustained, value: isSustained ? 1 : 0),
      CHHapticEventParameter(parameterID: .decayTime, value: isSustained ? 0 : 0.2),
    ]
    let event = CHHapticEvent(
      eventType: .hapticContinuous, parameters: parameters, relativeTime: 0, duration: seconds)
    do {
      try player?.cancel()
      player = try engine.makePlayer(with: CHHapticPattern(events: [event], parameters: []))
      try player?.start(atTime: CHHapticTimeImmediate)
      return true
    } catch {
      player = nil
      return false
    }
  }
}
