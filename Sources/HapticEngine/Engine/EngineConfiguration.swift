import CRealtime
import HapticPattern
import HapticRender

/// What an engine is made of.
public struct EngineConfiguration: Sendable {
  /// How the samples are shaped. The sample rate is the device's.
  public var settings = RenderSettings()
  /// What to ask the device for.
  public var request = OutputRequest()
  /// Makes the device; called on the engine's executor for every start.
  public var makeOutput: @Sendable () -> any OutputDevice
  /// Reads sounds; `nil` lets them be silent.
  public var soundReader: (any SoundReader & Sendable)?
  /// Tells the time.
  public var clock: any EngineClock = MonotonicClock()

  /// A configuration with silent output unless told otherwise.
  public init(makeOutput: @escaping @Sendable () -> any OutputDevice = { SilentOutput() }) {
    self.makeOutput = makeOutput
  }
}

/// Tells the engine the time.
public protocol EngineClock: Sendable {
  /// Seconds since some origin; positive, and never less than before.
  var now: Double { get }
}

/// Seconds of CLOCK_MONOTONIC.
public struct MonotonicClock: EngineClock {
  /// The system's clock.
  public init() {}

  /// Seconds since the system's start, plus one: positive always.
  public var now: Double { 1 + Double(thrum_monotonic_nanoseconds()) * 1e-9 }
}
