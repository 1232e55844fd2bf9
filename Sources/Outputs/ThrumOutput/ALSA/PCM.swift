/// A playback device for the I/O loop: ALSA, or a fake in tests.
///
/// Results are as in ALSA: a number of frames, 0, or a negative errno.
///
/// - Thread: the device's I/O thread.
protocol PCM: AnyObject {
  /// Opens the device without blocking (snd_pcm_open, SND_PCM_NONBLOCK).
  func open() -> Int
  /// Negotiates the format and buffer (snd_pcm_hw_params, snd_pcm_sw_params).
  func configure() -> Result<PCMFormat, PCMFailure>
  /// Frames that can be written now (snd_pcm_avail_update).
  func available() -> Int
  /// Returns the number of accepted frames (snd_pcm_writei).
  func write(_ frames: UnsafeRawPointer, count: Int) -> Int
  /// Prepares the device initially or after an xrun (snd_pcm_prepare).
  func prepare() -> Int
  /// Resumes a suspended device (snd_pcm_resume).
  func resume() -> Int
  /// Starts a filled buffer (snd_pcm_start).
  func start() -> Int
  /// Discards the buffer (snd_pcm_drop).
  func drop() -> Int
  /// Closes the device (snd_pcm_close).
  func close()
  /// The device's state (snd_pcm_state).
  var state: PCMState { get }
  /// Frames until a frame written now is heard, or `nil` if unknown (snd_pcm_delay).
  var delay: Int? { get }
  /// Waits for room, a state change, `event`, or a deadline in monotonic ns (poll, snd_pcm_poll_descriptors_revents).
  func wait(until deadline: UInt64, orEvent event: Int32) -> PCMWake
  func sleep(until deadline: UInt64, orEvent event: Int32)
  /// Monotonic time, the loop's only clock.
  var nanoseconds: UInt64 { get }
}

/// A subset of snd_pcm_state_t.
enum PCMState {
  case open, setup, prepared, running, xrun, draining, suspended, disconnected
}

enum PCMWake {
  case ready, error, hangUp, event, deadline
}

struct PCMFailure: Error, Equatable {
  /// Negative errno.
  let code: Int
  let step: String
}
