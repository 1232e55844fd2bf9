import CoreHaptics

/// Paper under a pen: a hum that follows the pen's speed. The system stops the engine when nobody draws.
@MainActor final class Paper {
  private let engine: CHHapticEngine
  private var grain: (any CHHapticAdvancedPatternPlayer)?
  private var isDown = false
  private var isFelt = false

  /// Returns `nil` where Core Haptics is not supported.
  init?() {
    guard CHHapticEngine.capabilitiesForHardware().supportsHaptics, let engine = try? CHHapticEngine() else {
      return nil
    }
    self.engine = engine
    engine.playsHapticsOnly = true
    engine.isAutoShutdownEnabled = true
    engine.stoppedHandler = { @Sendable [weak self] _ in Task { @MainActor in self?.isFelt = false } }
    engine.resetHandler = { @Sendable [weak self] in
      Task { @MainActor in
        self?.grain = nil
        self?.isFelt = false
      }
    }
  }

  /// Starts the engine, which does nothing if it runs.
  func wake() {
    engine.start { @Sendable [weak self] error in
      Task { @MainActor in if error == nil { self?.started() } }
    }
  }

  func begin() {
    isDown = true
    wake()
  }

  func follow(speed: Float) {
    guard isFelt else { return }
    let parameters = [
      CHHapticDynamicParameter(parameterID: .hapticIntensityControl, value: 0.2 + 0.8 * speed, relativeTime: 0),
      CHHapticDynamicParameter(parameterID: .hapticSharpnessControl, value: 0.3 * speed, relativeTime: 0),
    ]
    try? grain?.sendParameters(parameters, atTime: CHHapticTimeImmediate)
  }

  func end() {
    isDown = false
    guard isFelt else { return }
    isFelt = false
    try? grain?.stop(atTime: CHHapticTimeImmediate)
  }

  /// Prepares the grain, and plays it if the pen is down.
  private func started() {
    do {
      let grain = try grain ?? makeGrain()
      self.grain = grain
      guard isDown, !isFelt else { return }
      try grain.start(atTime: CHHapticTimeImmediate)
      isFelt = true
      follow(speed: 0)
    } catch { isFelt = false }
  }

  private func makeGrain() throws -> any CHHapticAdvancedPatternPlayer {
    let hum = CHHapticEvent(
      eventType: .hapticContinuous,
      parameters: [
        CHHapticEventParameter(parameterID: .hapticIntensity, value: 0.5),
        CHHapticEventParameter(parameterID: .hapticSharpness, value: 0.6),
        CHHapticEventParameter(parameterID: .attackTime, value: 0.05),
      ], relativeTime: 0, duration: 20)
    let player = try engine.makeAdvancedPlayer(with: CHHapticPattern(events: [hum], parameters: []))
    player.loopEnabled = true
    return player
  }
}
