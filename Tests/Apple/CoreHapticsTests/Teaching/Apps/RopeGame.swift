import CoreHaptics
import Foundation

/// Haptics of a rope-cutting game: four one-shot patterns and a swish that follows the finger.
final class RopeGame {
  enum Effect: CaseIterable {
    case attach, cut, caught, lost
  }

  private let engine: CHHapticEngine
  private var players: [Effect: CHHapticPatternPlayer] = [:]
  private var swish: CHHapticAdvancedPatternPlayer?
  private let lock = NSLock()
  private var needsStart = true

  init?() {
    guard CHHapticEngine.capabilitiesForHardware().supportsHaptics, let engine = try? CHHapticEngine() else {
      return nil
    }
    self.engine = engine
    engine.stoppedHandler = { [weak self] _ in self?.setNeedsStart(true) }
    engine.resetHandler = { [weak self] in self?.wasReset() }
    try? prepare()
  }

  private func setNeedsStart(_ value: Bool) { lock.withLock { needsStart = value } }

  private func prepare() throws {
    try engine.start()
    setNeedsStart(false)
    for effect in Effect.allCases { players[effect] = try engine.makePlayer(with: RopeGame.pattern(effect)) }
    swish = try engine.makeAdvancedPlayer(with: RopeGame.swishPattern())
    swish?.loopEnabled = true
  }

  private func wasReset() {
    do { try prepare() } catch { setNeedsStart(true) }
  }

  private func startIfNeeded() throws {
    guard lock.withLock({ needsStart }) else { return }
    try engine.start()
    setNeedsStart(false)
  }

  // MARK: What the game calls

  func play(_ effect: Effect) {
    do {
      try startIfNeeded()
      try players[effect]?.start(atTime: CHHapticTimeImmediate)
    } catch {
      print("no \(effect): \(error)")
    }
  }

  func beginSwish() {
    do {
      try startIfNeeded()
      moveSwish(speed: 0)
      try swish?.start(atTime: CHHapticTimeImmediate)
    } catch {
      print("no swish: \(error)")
    }
  }

  /// Sets the finger's speed in points per second; 1000 and above are the strongest.
  func moveSwish(speed: Double) {
    let share = Float(min(max(speed / 1000, 0), 1))
    try? swish?.sendParameters(
      [
        CHHapticDynamicParameter(parameterID: .hapticIntensityControl, value: share, relativeTime: 0),
        CHHapticDynamicParameter(parameterID: .hapticSharpnessControl, value: share * 0.6 - 0.3, relativeTime: 0),
      ], atTime: CHHapticTimeImmediate)
  }

  func endSwish() { try? swish?.stop(atTime: CHHapticTimeImmediate) }

  // MARK: Patterns

  private static func tap(_ intensity: Float, _ sharpness: Float, at time: TimeInterval) -> CHHapticEvent {
    CHHapticEvent(
      eventType: .hapticTransient,
      parameters: [
        .init(parameterID: .hapticIntensity, value: intensity), .init(parameterID: .hapticSharpness, value: sharpness),
      ], relativeTime: time)
  }

  private static func pattern(_ effect: Effect) throws -> CHHapticPattern {
    switch effect {
    case .attach: return try CHHapticPattern(events: [tap(0.5, 0.3, at: 0)], parameters: [])
    case .cut: return try CHHapticPattern(events: [tap(1, 1, at: 0), tap(0.4, 0.6, at: 0.05)], parameters: [])
    case .caught:
      return try CHHapticPattern(
        events: (0..<3).map { tap(0.4 + 0.3 * Float($0), 0.5, at: 0.15 * TimeInterval($0)) }, parameters: [])
    case .lost:
      let rumble = CHHapticEvent(eventType: .hapticContinuous, parameters: [], relativeTime: 0, duration: 1)
      let fade = CHHapticParameterCurve(
        parameterID: .hapticIntensityControl,
        controlPoints: [.init(relativeTime: 0, value: 1), .init(relativeTime: 1, value: 0)], relativeTime: 0)
      return try CHHapticPattern(events: [rumble], parameterCurves: [fade])
    }
  }

  private static func swishPattern() throws -> CHHapticPattern {
    let hum = CHHapticEvent(
      eventType: .hapticContinuous,
      parameters: [
        CHHapticEventParameter(parameterID: .hapticIntensity, value: 1),
        CHHapticEventParameter(parameterID: .hapticSharpness, value: 0.5),
      ], relativeTime: 0, duration: 0.5)
    return try CHHapticPattern(events: [hum], parameters: [])
  }
}
