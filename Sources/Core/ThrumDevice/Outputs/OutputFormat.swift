import ThrumSystem

/// Format of an open device.
public struct OutputFormat: Equatable, Sendable {
  /// Device name.
  public var name: String
  /// Frames per second.
  public var sampleRate: SampleRate
  /// Frames per period.
  public var periodFrames: FrameCount
  /// Frames in the buffer.
  public var bufferFrames: FrameCount
  /// Sample format.
  public var sampleFormat: SampleFormat
  /// Number of channels.
  public var channels: Int
  /// Outcome of a request for real-time priority, in words.
  public var priority: String?
  /// Maximum time for closing, s.
  public var closingSeconds = 0.3

  /// Creates a format.
  public init(
    name: String, sampleRate: SampleRate, periodFrames: FrameCount, bufferFrames: FrameCount,
    sampleFormat: SampleFormat = .float32, channels: Int = 2, priority: String? = nil
  ) {
    self.name = name
    self.sampleRate = sampleRate
    self.periodFrames = periodFrames
    self.bufferFrames = bufferFrames
    self.sampleFormat = sampleFormat
    self.channels = channels
    self.priority = priority
  }
}
