import CoreHaptics
import Foundation

/// What the marble rolls on.
public enum Board: String, CaseIterable, Sendable {
  case wood, glass
}

/// The effects of a level. They end with their engine's server: after a reset they must be created again.
struct Effects {
  private let engine: CHHapticEngine
  private let roll: any CHHapticAdvancedPatternPlayer
  private let goal: any CHHapticAdvancedPatternPlayer
  private var clack: CHHapticAudioResourceID

  init(engine: CHHapticEngine, board: Board) throws {
    self.engine = engine
    roll = try engine.makeAdvancedPlayer(with: Self.rollPattern())
    roll.loopEnabled = true
    roll.loopEnd = 0.5
    guard let file = Bundle.module.url(forResource: "Goal", withExtension: "ahap") else {
      throw CocoaError(.fileNoSuchFile)
    }
    goal = try engine.makeAdvancedPlayer(with: CHHapticPattern(contentsOf: file))
    clack = try Self.registerClack(of: board, in: engine)
  }

  /// A hum with a bump, half a second long when it loops.
  private static func rollPattern() throws -> CHHapticPattern {
    let hum = CHHapticEvent(
      eventType: .hapticContinuous,
      parameters: [
        CHHapticEventParameter(parameterID: .hapticIntensity, value: 0.6),
        CHHapticEventParameter(parameterID: .hapticSharpness, value: 0.4),
      ], relativeTime: 0, duration: 0.6)
    let bump = CHHapticEvent(
      eventType: .hapticTransient,
      parameters: [
        CHHapticEventParameter(parameterID: .hapticIntensity, value: 0.8),
        CHHapticEventParameter(parameterID: .hapticSharpness, value: 0.6),
      ], relativeTime: 0.25)
    return try CHHapticPattern(events: [hum, bump], parameters: [])
  }

  private static func registerClack(of board: Board, in engine: CHHapticEngine) throws -> CHHapticAudioResourceID {
    guard let file = Bundle.module.url(forResource: board.rawValue, withExtension: "wav") else {
      throw CocoaError(.fileNoSuchFile)
    }
    return try engine.registerAudioResource(file)
  }

  /// Replaces the sound of a hit.
  mutating func use(_ board: Board) throws {
    let next = try Self.registerClack(of: board, in: engine)
    try engine.unregisterAudioResource(clack)
    clack = next
  }

  /// A tap and a clack, as strong as the marble is fast, 0…1.
  func hit(speed: Float) throws {
    let tap = CHHapticEvent(
      eventType: .hapticTransient,
      parameters: [
        CHHapticEventParameter(parameterID: .hapticIntensity, value: 0.3 + 0.7 * speed),
        CHHapticEventParameter(parameterID: .hapticSharpness, value: 0.5),
      ], relativeTime: 0)
    let sound = CHHapticEvent(
      audioResourceID: clack, parameters: [CHHapticEventParameter(parameterID: .audioVolume, value: speed)],
      relativeTime: 0)
    try engine.makePlayer(with: CHHapticPattern(events: [tap, sound], parameters: [])).start(
      atTime: CHHapticTimeImmediate)
  }

  /// Three taps, a second apart.
  func countDown() throws {
    let begin = engine.currentTime
    for second in 0..<3 {
      let tap = CHHapticEvent(
        eventType: .hapticTransient,
        parameters: [CHHapticEventParameter(parameterID: .hapticIntensity, value: second == 2 ? 1 : 0.6)],
        relativeTime: 0)
      let player = try engine.makePlayer(with: CHHapticPattern(events: [tap], parameters: []))
      try player.start(atTime: begin + TimeInterval(second))
    }
  }

  func beginRoll() throws {
    try follow(speed: 0)
    try roll.start(atTime: CHHapticTimeImmediate)
  }

  /// A faster marble is felt stronger and sharper.
  func follow(speed: Float) throws {
    try roll.sendParameters(
      [
        CHHapticDynamicParameter(parameterID: .hapticIntensityControl, value: speed, relativeTime: 0),
        CHHapticDynamicParameter(parameterID: .hapticSharpnessControl, value: 0.4 * speed - 0.2, relativeTime: 0),
      ], atTime: CHHapticTimeImmediate)
  }

  func pauseRoll() throws { try roll.pause(atTime: CHHapticTimeImmediate) }
  func resumeRoll() throws { try roll.resume(atTime: CHHapticTimeImmediate) }
  func endRoll() throws { try roll.stop(atTime: CHHapticTimeImmediate) }

  /// Plays the goal's pattern, at half speed in a replay, and calls `completion` at its end.
  func goal(inSlowMotion: Bool, completion: @escaping () -> Void) throws {
    goal.playbackRate = inSlowMotion ? 0.5 : 1
    goal.completionHandler = { _ in completion() }
    try goal.start(atTime: CHHapticTimeImmediate)
  }
}
