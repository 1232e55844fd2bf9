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
