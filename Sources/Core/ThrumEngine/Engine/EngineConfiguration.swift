import ThrumDevice
import ThrumRender

/// What an engine is made of.
public struct EngineConfiguration: Sendable {
  /// How the samples are shaped. The sample rate is the device's.
  public var settings = RenderSettings()
  /// What to ask the device for.
  public var request = OutputRequest()
  /// Makes the device, for every start; `nil` takes what the environment has. Without effect in virtual time.
  public var makeOutput: (@Sendable () -> any OutputDevice)?
  /// Reads sounds; `nil` takes what the environment has.
  public var soundReader: (any SoundReader & Sendable)?
  /// Whether what was sent and applied is kept, so that it can be rendered again; always so in virtual time.
  package var keepsJournal = false
  /// Bytes that all sounds may take, decoded to floats; `nil` is the device's own limit.
  public var soundBytes: Int?

  /// Where on a game controller the engine plays, such as `left handle`; `nil` for all other devices.
  package var locality: String?
  /// Whether it is the system's own, which plays its feedback, and not the app's: no test counts it.
  package var isSystem = false
  /// Where a run's events get their descriptors from.
  var descriptors = EventDescriptors.system

  /// A configuration that takes everything from its environment, or goes to the output that is given.
  public init(makeOutput: (@Sendable () -> any OutputDevice)? = nil) { self.makeOutput = makeOutput }
}
