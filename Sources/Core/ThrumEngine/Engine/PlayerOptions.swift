import ThrumDevice
import ThrumRender

/// How a pattern is to be played.
public struct PlayerOptions: Sendable {
  /// Whether the player can pause, seek, loop and change its rate.
  package var isAdvanced = true
  /// Leaves out audio events.
  public var hapticsOnly = false
  /// Leaves out haptic events.
  public var audioOnly = false
  /// Turns a waveform path of the pattern into the path of a file; `nil` when there is none.
  package var resolveSound: @Sendable (String) -> String? = { $0 }
  /// Told about a sound that cannot be played, and the haptics play all the same; `nil` makes it an error of
  /// ``HapticEngine/makePlayer(_:options:)``, as on the phone.
  package var soundFailed: (@Sendable (SoundError) -> Void)?

  /// The defaults.
  public init() {}
}
