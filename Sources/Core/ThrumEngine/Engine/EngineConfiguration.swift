import ThrumDevice
import ThrumRender

/// The configuration of an engine.
public struct EngineConfiguration: Sendable {
  /// Settings that affect the samples. The device determines the sample rate.
  public var settings = RenderSettings()
  /// Format to request from the device.
  public var request = OutputRequest()
  /// Creates the device for each start; `nil` uses the environment's. Ignored in virtual time.
  public var makeOutput: (@Sendable () -> any OutputDevice)?
  /// Reads sounds; `nil` uses the environment's reader.
  public var soundReader: (any SoundReader & Sendable)?
  /// Whether to keep a journal for rerendering; always on in virtual time.
  package var keepsJournal = false
  /// Memory limit for all decoded sounds in bytes; `nil` means the device's limit.
  public var soundBytes: Int?

  /// Location on a game controller, such as `left handle`; `nil` for other devices.
  package var locality: String?
  /// Whether this is the system's engine for feedback, which tests do not count.
  package var isSystem = false
  var descriptors = EventDescriptors.system

  /// Creates a configuration that uses the environment's defaults, or a given output.
  public init(makeOutput: (@Sendable () -> any OutputDevice)? = nil) { self.makeOutput = makeOutput }
}
