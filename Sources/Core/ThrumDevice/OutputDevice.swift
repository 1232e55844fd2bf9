/// Where the samples go: a sound card, a file, paced silence, or the hands of a test.
///
/// The engine opens a device, builds a renderer for what it got, and hands it over; from then on a thread of the
/// device renders.
///
/// - Thread: a serial queue that serves this device alone, so that a call that hangs delays nothing else.
public protocol OutputDevice: AnyObject {
  /// Opens the device.
  ///
  /// - Throws: ``OutputError``; at the latest after 2 s.
  func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat

  /// Begins to render. The feed is valid until ``stop()`` has returned `true`.
  func start(_ feed: RenderFeed) throws(OutputError)

  /// Fades out, ends and closes; waits about 300 ms at most for its thread. `false` means that the thread hangs in the
  /// system: it is left behind with its device, and what the feed points to must stay.
  func stop() -> Bool

  /// What went wrong without ending the run, such as a full disk; to be asked after ``stop()``.
  var problem: OutputError? { get }
}

extension OutputDevice {
  /// Most devices have nothing to tell afterwards.
  public var problem: OutputError? { nil }
}

/// A device without a wakeful clock of its own sleeps after this much silence, s.
public let idleOutputSeconds = 3.0

/// What the engine would like to have.
public struct OutputRequest: Equatable, Sendable {
  /// Frames a second.
  public var sampleRate: SampleRate = 48_000
  /// Frames a period; `nil` lets the device choose.
  public var periodFrames: FrameCount?
  /// Frames of the whole buffer; `nil` lets the device choose.
  public var bufferFrames: FrameCount?
  /// What each channel of the device plays.
  public var channels: ChannelMap = .stereo
  /// Whether SCHED_FIFO is asked for.
  public var wantsRealtimePriority = false

  /// The defaults.
  public init() {}

  /// Says why no device can be asked for this, or `nil` when one can.
  public var problem: String? {
    guard sampleRate >= 8_000, sampleRate <= 384_000 else {
      return "the sample rate must lie between 8000 and 384000 Hz"
    }
    guard (periodFrames ?? 256) > 0, (bufferFrames ?? 1024) > 0, (periodFrames ?? 256) <= 1 << 20,
      (bufferFrames ?? 1024) <= 1 << 22
    else { return "period and buffer must be positive and moderate" }
    return nil
  }
}

/// What a device agreed to.
public struct OutputFormat: Equatable, Sendable {
  /// The device's name.
  public var name: String
  /// Frames a second.
  public var sampleRate: SampleRate
  /// Frames a period.
  public var periodFrames: FrameCount
  /// Frames of the whole buffer.
  public var bufferFrames: FrameCount
  /// Format of a sample.
  public var sampleFormat: SampleFormat
  /// Channels of the device.
  public var channels: Int
  /// What became of the wish for real-time priority, in words; `nil` when there was none.
  public var priority: String?
  /// Longest time that closing may take, s.
  public var closingSeconds = 0.3

  /// Makes a description.
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
