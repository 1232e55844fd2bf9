import ThrumDevice
import ThrumPattern
import ThrumRender

/// Options of a player.
public struct PlayerOptions: Sendable {
  /// Whether the player can pause, resume, seek, loop and change its rate.
  package var isAdvanced = true
  /// Whether to leave out audio events.
  public var hapticsOnly = false
  /// Whether to leave out haptic events.
  public var audioOnly = false
  /// Whether a pattern without events makes a player, as it does on no phone.
  package var mayBeEmpty = false
  package var resolveSound: @Sendable (String) -> String? = { $0 }
  /// Receives errors about sounds that cannot be loaded and are left out. If `nil`,
  /// ``HapticEngine/makePlayer(_:options:)`` throws the errors, as on a phone.
  package var soundFailed: (@Sendable (SoundError) -> Void)?

  /// Creates the default options.
  public init() {}
}
