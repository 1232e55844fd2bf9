import ThrumDevice
import ThrumRender

extension HapticEngine {
  /// Latest output values.
  public struct Meter: Equatable, Sendable {
    /// Peak of the last quantum (full scale: 1).
    public var peak: Float = 0
    /// RMS of the last quantum (full scale: 1).
    public var level: Float = 0
    /// Frames rendered since the start.
    public var renderedFrames: SampleTime = 0
    /// Delay between rendering and audible output, in frames.
    public var delayFrames: FrameCount = 0
  }

  /// Device statistics.
  public struct DeviceNotes: Equatable, Sendable {
    /// Number of underruns.
    public var underruns = 0
    /// Number of times the device stopped accepting frames.
    public var stalls = 0
    /// Number of events dropped because no voice was free.
    public var refusedEvents = 0
  }

  /// Current meter values.
  public var meter: Meter {
    guard let session else { return Meter() }
    return Meter(
      peak: session.controls.status.peak, level: session.controls.status.level,
      renderedFrames: session.controls.status.renderedFrames, delayFrames: session.delayFrames)
  }

  package func takePeak() -> Float { session?.controls.status.takePeak() ?? 0 }

  /// Rerenders the monitor's samples from the journal, identically each time.
  ///
  /// Samples are interleaved, at the requested sample rate. `range` is in seconds since the environment was created;
  /// `nil` means everything until now. Future samples are silent. In real time, the result is empty
  /// unless the engine keeps a journal.
  public func samples(_ range: ClosedRange<Double>? = nil) -> [Float] {
    takeNotices()
    let rate = configuration.request.sampleRate
    let range = range ?? 0...environment.elapsed
    guard range.lowerBound >= 0, range.upperBound * rate < 2e8 else {
      environment.report("samples: the range must lie between 0 and \(Int(2e8 / rate)) s: request only part of it")
      return []
    }
    let first = nearestFrame(range.lowerBound * rate)
    let frames = RunHistory.FrameRange(
      rate: rate, origin: environment.origin, first: first,
      count: Int(nearestFrame(range.upperBound * rate) - first), now: nearestFrame(environment.elapsed * rate))
    return runs.samples(frames, current: session?.journal)
  }
}
