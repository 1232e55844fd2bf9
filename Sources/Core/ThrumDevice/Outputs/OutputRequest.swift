/// Format requested by the engine.
public struct OutputRequest: Equatable, Sendable {
  /// Frames per second, 8000 to 384 000.
  public var sampleRate: SampleRate = 48_000
  /// Frames per period, by default the device's choice.
  public var periodFrames: FrameCount?
  /// Frames in the buffer, by default the device's choice.
  public var bufferFrames: FrameCount?
  /// Signal of each channel.
  public var channels: ChannelMap = .stereo
  /// Whether to request SCHED_FIFO.
  public var wantsRealtimePriority = false

  /// Creates the default request.
  public init() {}

  /// Reason why no device can meet the request, if any.
  public var problem: String? {
    guard sampleRate >= 8_000, sampleRate <= 384_000 else {
      return "the sample rate must be between 8000 and 384000 Hz"
    }
    guard (periodFrames ?? 256) > 0, (bufferFrames ?? 1024) > 0, (periodFrames ?? 256) <= 1 << 20,
      (bufferFrames ?? 1024) <= 1 << 22
    else { return "period and buffer must be positive and not unreasonably large" }
    return nil
  }
}
