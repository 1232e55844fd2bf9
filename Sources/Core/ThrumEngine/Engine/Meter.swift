import ThrumDevice
import ThrumRender

extension HapticEngine {
  /// Latest values of the output.
  public struct Meter: Equatable, Sendable {
    /// Largest magnitude of the last quantum, full scale 1.
    public var peak: Float = 0
    /// Root mean square of the last quantum, full scale 1.
    public var level: Float = 0
    /// Frames rendered since the start.
    public var renderedFrames: SampleTime = 0
    /// Frames between rendering and hearing.
    public var delayFrames: FrameCount = 0
  }

  /// What the device went through.
  public struct DeviceNotes: Equatable, Sendable {
    /// Times it had an underrun.
    public var underruns = 0
    /// Times it stopped accepting frames.
    public var stalls = 0
    /// Events that were dropped because no voice was free.
    public var refusedEvents = 0
  }

  /// The level now, for a meter.
  public var meter: Meter {
    guard let session else { return Meter() }
    return Meter(
      peak: session.controls.status.peak, level: session.controls.status.level,
      renderedFrames: session.controls.status.renderedFrames, delayFrames: session.delayFrames)
  }

  /// The largest magnitude since this was called last, full scale 1: a tap between two looks at the meter is in it. Who calls it
  /// takes it from all others.
  ///
  /// - Thread: the actor's.
  package func takePeak() -> Float { session?.controls.status.takePeak() ?? 0 }

  /// The monitor's samples of a stretch of time, interleaved left and right, at the rate of the engine's request:
  /// rendered now, from what the engine was told, and the same bits each time. Empty unless a journal is kept, as it
  /// always is in virtual time.
  ///
  /// `range` counts in seconds since the environment's beginning; `nil` is from there to now. What lies in the future is
  /// silent. Cost: rendering it.
  public func samples(_ range: ClosedRange<Double>? = nil) -> [Float] {
    takeNotices()
    let rate = configuration.request.sampleRate
    let range = range ?? 0...environment.elapsed
    guard range.lowerBound >= 0, range.upperBound * rate < 2e8 else {
      environment.report("samples: the range must lie between 0 and \(Int(2e8 / rate)) s: ask for a part of it")
      return []
    }
    let first = nearestFrame(range.lowerBound * rate)
    let stretch = RunHistory.Stretch(
      rate: rate, origin: environment.origin, first: first,
      count: Int(nearestFrame(range.upperBound * rate) - first), now: nearestFrame(environment.elapsed * rate))
    return runs.samples(stretch, current: session?.journal)
  }
}
