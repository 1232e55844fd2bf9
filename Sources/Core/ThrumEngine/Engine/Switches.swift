import ThrumPattern
import ThrumDevice
import ThrumRender

/// The engine's switches; all off at first.
public struct Switches: Equatable, Sendable {
  /// Audio events are left out, from the next start on.
  public var playsHapticsOnly = false
  /// Haptic events are left out, from the next start on.
  public var playsAudioOnly = false
  /// Haptic events are silent.
  public var isMutedForHaptics = false
  /// Audio events are silent.
  public var isMutedForAudio = false
  /// The engine stops when it is idle and starts on its own when a player does.
  public var isAutoShutdownEnabled = false

  /// All off.
  public init() {}
}
