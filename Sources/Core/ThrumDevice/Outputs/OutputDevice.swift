import ThrumSystem

/// Destination for samples: a sound card, a file, paced silence, or a test.
///
/// Once the device has started, one of its threads renders.
///
/// - Thread: the device's own serial queue, so that a call that hangs blocks nothing else.
public protocol OutputDevice: AnyObject {
  /// Opens the device and negotiates the format.
  ///
  /// - Throws: ``OutputError``, within 2 s.
  func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat

  /// Starts rendering. The feed is valid until ``stop()`` has returned `true`.
  func start(_ feed: RenderFeed) throws(OutputError)

  /// Fades out and closes the device, waiting up to about 300 ms for its thread.
  ///
  /// Returns `false` if the thread is hanging in a system call. The feed's memory must then stay valid.
  func stop() -> Bool

  /// Error that did not end the run, such as a full disk. Read after ``stop()``.
  var problem: OutputError? { get }
}

extension OutputDevice {
  /// No error.
  public var problem: OutputError? { nil }
}

/// Seconds of silence after which the thread of a device without a clock is suspended.
public let idleOutputSeconds = 3.0

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

/// Reason why an output cannot play.
public struct OutputError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Category of an error.
  public enum Reason: Equatable, Sendable {
    /// The device does not exist, or there is no device at all.
    case noDevice
    /// Another program is using the device.
    case busy
    /// Access is denied.
    case notPermitted
    /// The device supports none of the requested formats.
    case unsupported
    /// The device did not respond in time.
    case timeout
    /// The sound server does not respond.
    case noServer
    /// Anything else.
    case failed
  }

  /// Category.
  public let reason: Reason
  /// Name of the device.
  public let device: String
  /// Cause and remedy.
  public let message: String

  /// Creates an error.
  public init(_ reason: Reason, device: String, message: String) {
    self.reason = reason
    self.device = device
    self.message = message
  }

  /// The message.
  public var description: String { message }
}

extension OutputError {
  package init(_ error: ThreadError) { self.init(.failed, device: error.name, message: error.description) }
}
