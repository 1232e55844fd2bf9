/// A playback device as the I/O loop sees it: ALSA, or a fake that plays its part in a test.
///
/// Results follow ALSA: frames or 0, else a negative errno. All calls come from the loop's thread.
///
/// - Thread: the device's I/O thread.
protocol PCM: AnyObject {
  /// Opens the device without blocking (snd_pcm_open, SND_PCM_NONBLOCK).
  func open() -> Int
  /// Negotiates format, rate, period, buffer (snd_pcm_hw_params, snd_pcm_sw_params).
  func configure() -> Result<PCMFormat, PCMFailure>
  /// Frames that can be written now (snd_pcm_avail_update).
  func available() -> Int
  /// Writes frames and returns how many were taken (snd_pcm_writei).
  func write(_ frames: UnsafeRawPointer, count: Int) -> Int
  /// Makes ready to write after an xrun (snd_pcm_prepare).
  func prepare() -> Int
  /// Wakes after a suspend (snd_pcm_resume).
  func resume() -> Int
  /// Starts a filled buffer (snd_pcm_start).
  func start() -> Int
  /// Forgets what was written (snd_pcm_drop).
  func drop() -> Int
  /// Closes (snd_pcm_close).
  func close()
  /// The device's state (snd_pcm_state).
  var state: PCMState { get }
  /// Frames until a frame written now is heard, `nil` when unknown (snd_pcm_delay).
  var delay: Int? { get }
  /// Waits until frames can be written, the device has something to report, `event` is raised, or the deadline
  /// (monotonic nanoseconds) has come (poll, snd_pcm_poll_descriptors_revents).
  func wait(until deadline: UInt64, orEvent event: Int32) -> PCMWake
  /// Sleeps until the deadline (monotonic nanoseconds) or until `event` is raised.
  func sleep(until deadline: UInt64, orEvent event: Int32)
  /// Monotonic nanoseconds: the loop has no other clock.
  var nanoseconds: UInt64 { get }
}

/// The states that matter (snd_pcm_state_t).
enum PCMState {
  case open, setup, prepared, running, xrun, draining, suspended, disconnected
}

/// Why a wait ended.
enum PCMWake {
  case ready, error, hangUp, event, deadline
}

/// What the device agreed to.
struct PCMFormat: Equatable {
  var sampleRate: Int
  var periodFrames: Int
  var bufferFrames: Int
  var channels: Int
  var sampleFormat: DeviceFormat
}

/// A step of the negotiation that failed.
struct PCMFailure: Error, Equatable {
  /// Negative errno.
  let code: Int
  /// What was being asked for, in words.
  let step: String
}
