import ThrumDevice
import ThrumPattern
import ThrumRender

/// Configuration of an engine.
public struct EngineConfiguration: Sendable {
  /// Settings that affect the samples. The device determines the sample rate.
  public var settings = RenderSettings()
  /// Format requested from the device.
  public var request = OutputRequest()
  /// Makes the device for each start; `nil` means the environment's device. Ignored in virtual time.
  public var makeOutput: (@Sendable () -> any OutputDevice)?
  /// Sound reader, or `nil` for the environment's.
  public var soundReader: (any SoundReader & Sendable)?
  /// Whether to keep a journal, as engines in virtual time always do.
  package var keepsJournal = false
  /// Memory limit for all decoded sounds, in bytes, or `nil` for the device's limit.
  public var soundBytes: Int?

  package var locality: String?
  /// Whether the engine plays through the app's audio session, whose start ends other audio unless it mixes.
  package var sharesAudioSession = false
  /// Whether this is the system's feedback engine, not counted in tests.
  package var isSystem = false
  var descriptors = WakeDescriptors.system

  /// Creates a configuration with the environment's defaults, or with a given output.
  public init(makeOutput: (@Sendable () -> any OutputDevice)? = nil) { self.makeOutput = makeOutput }
}

/// The engine's boolean properties, all off by default.
public struct EngineSwitches: Equatable, Sendable {
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
