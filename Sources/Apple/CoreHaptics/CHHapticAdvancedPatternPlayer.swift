import Foundation
import ThrumEngine
import ThrumPattern
import ThrumSystem

/// A player that can also pause, resume, seek, loop and change the rate.
public protocol CHHapticAdvancedPatternPlayer: CHHapticPatternPlayer, CompletionHandling {
  /// Pauses the pattern.
  func pause(atTime time: TimeInterval) throws
  /// Resumes the pattern.
  func resume(atTime time: TimeInterval) throws
  /// Moves to an offset within the pattern, in seconds.
  func seek(toOffset offsetTime: TimeInterval) throws
  /// Whether the pattern restarts at the end of its loop.
  var loopEnabled: Bool { get set }
  /// End of the loop in seconds, or 0 for the end of the pattern.
  var loopEnd: TimeInterval { get set }
  /// Playback speed. Does not change pitch.
  var playbackRate: Float { get set }
  /// Whether the player is silent.
  var isMuted: Bool { get set }
}
