// An app's own code is not documented.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Combine
import CoreHaptics

/// Replays a drawing: a tap for each stroke, in time with the picture, with a scrubber and a pause button.
@MainActor public final class Timelapse: ObservableObject {
  @Published public private(set) var isPlaying = false
  private let engine: CHHapticEngine
  /// `nil` for a drawing without strokes: no player can be made of an empty pattern.
  private let player: (any CHHapticAdvancedPatternPlayer)?

  /// The strokes' times in seconds, and their widths, 0…1.
  public init(strokes: [(time: TimeInterval, width: Float)]) async throws {
    engine = try CHHapticEngine()
    engine.playsHapticsOnly = true
    try await engine.start()
    let taps = strokes.map { stroke in
      CHHapticEvent(
        eventType: .hapticTransient,
        parameters: [
          CHHapticEventParameter(parameterID: .hapticIntensity, value: 0.4 + 0.6 * stroke.width),
          CHHapticEventParameter(parameterID: .hapticSharpness, value: 1 - stroke.width),
        ], relativeTime: stroke.time)
    }
    player = taps.isEmpty ? nil : try engine.makeAdvancedPlayer(with: CHHapticPattern(events: taps, parameters: []))
    player?.completionHandler = { @Sendable [weak self] _ in Task { @MainActor in self?.isPlaying = false } }
  }

  public func play() throws {
    guard let player else { return }
    try player.start(atTime: CHHapticTimeImmediate)
    isPlaying = true
  }

  public func pause() throws {
    try player?.pause(atTime: CHHapticTimeImmediate)
    isPlaying = false
  }

  public func resume() throws {
    guard let player else { return }
    try player.resume(atTime: CHHapticTimeImmediate)
    isPlaying = true
  }

  /// Moves the running replay to a time in seconds.
  public func scrub(to time: TimeInterval) throws { try player?.seek(toOffset: time) }

  public func close() async {
    try? player?.cancel()
    try? await engine.stop()
  }
}
