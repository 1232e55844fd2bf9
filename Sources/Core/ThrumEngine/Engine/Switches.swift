import ThrumDevice
import ThrumPattern
import ThrumRender

/// The engine's boolean properties, all off by default.
public struct Switches: Equatable, Sendable {
  /// Whether to leave out audio events. Takes effect at the next start.
  public var playsHapticsOnly = false
  /// Whether to leave out haptic events. Takes effect at the next start.
  public var playsAudioOnly = false
  /// Whether haptic events are silent.
  public var isMutedForHaptics = false
  /// Whether audio events are silent.
  public var isMutedForAudio = false
  /// Whether an idle engine stops, and restarts for the next player.
  public var isAutoShutdownEnabled = false

  /// Creates switches that are all off.
  public init() {}
}
