import CoreHaptics
import Foundation

/// The haptics of a rope-cutting game, as apps write them: an engine that is kept alive and brought back, taps for cuts,
/// and a swish that follows the finger.
public final class HapticsManager {
  private var engine: CHHapticEngine?
  private var swish: CHHapticAdvancedPatternPlayer?
  private var needsStart = true
  private let lock = NSLock()

  /// Makes the engine, on a device that has haptics.
  public init() {
    guard CHHapticEngine.capabilitiesForHardware().supportsHaptics else { return }
    do {
      let engine = try CHHapticEngine()
      engine.playsHapticsOnly = true
      engine.stoppedHandler = { [weak self] _ in self?.engineStopped() }
      engine.resetHandler = { [weak self] in self?.engineWasReset() }
      self.engine = engine
      try engine.start()
      needsStart = false
      try makeSwish()
    } catch {
      print("no haptics: \(error.localizedDescription)")
    }
  }

  // MARK: What the game calls

  /// The rope is cut: one tap.
  public func cut(strength: Float) {
    perform { engine in
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

  /// The finger is down: the swish begins, still.
  public func beginSwish() {
    perform { _ in
      moveSwish(speed: 0)
      try swish?.start(atTime: CHHapticTimeImmediate)
    }
  }

  /// The finger moves at a speed, 0…1.
  public func moveSwish(speed: Float) {
    #if BUG_2
      // The intensity is set, and the sharpness is forgotten.
      let controls: [(CHHapticDynamicParameter.ID, Float)] = [(.hapticIntensityControl, speed)]
    #else
      let controls: [(CHHapticDynamicParameter.ID, Float)] = [
        (.hapticIntensityControl, speed), (.hapticSharpnessControl, speed - 0.5),
      ]
    #endif
    let parameters = controls.map { CHHapticDynamicParameter(parameterID: $0.0, value: $0.1, relativeTime: 0) }
    try? swish?.sendParameters(parameters, atTime: CHHapticTimeImmediate)
  }

  /// The finger is up.
  public func endSwish() { try? swish?.stop(atTime: CHHapticTimeImmediate) }

  // MARK: The engine's life

  /// Starts the engine again when something has stopped it, then plays.
  private func perform(_ body: (CHHapticEngine) throws -> Void) {
    guard let engine else { return }
    do {
      #if !BUG_1
        if lock.withLock({ needsStart }) {
          try engine.start()
          lock.withLock { needsStart = false }
        }
      #endif
      try body(engine)
    } catch {
      print("not felt: \(error.localizedDescription)")
    }
  }

  private func engineStopped() { lock.withLock { needsStart = true } }

  private func engineWasReset() {
    do {
      try engine?.start()
      lock.withLock { needsStart = false }
      #if !BUG_3
        try makeSwish()
      #endif
    } catch {
      engineStopped()
    }
  }

  private func makeSwish() throws {
    let hum = CHHapticEvent(eventType: .hapticContinuous, parameters: [], relativeTime: 0, duration: 1)
    swish = try engine?.makeAdvancedPlayer(with: CHHapticPattern(events: [hum], parameters: []))
    swish?.loopEnabled = true
  }
}
