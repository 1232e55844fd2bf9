import CAudio
import CLinux
import Glibc
import ThrumDevice
import ThrumSystem

typealias DeviceFormat = SampleFormat

/// A ``PCM`` that uses libasound.
///
/// - Thread: the device's I/O thread.
final class ALSAPCM: PCM {
  private let name: String
  private let request: OutputRequest
  private let clock: any DeviceClock
  private var handle: OpaquePointer?
  private var descriptors: [pollfd] = []

  init(name: String, request: OutputRequest, clock: any DeviceClock = SystemClock()) {
    self.clock = clock
    self.name = name
    self.request = request
  }

  deinit { close() }

  func open() -> Int {
    close()
    guard thrum_alsa_load() == nil else { return -Int(ELIBACC) }
    return Int(snd_pcm_open(&handle, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK)))
  }

  func configure() -> Result<PCMFormat, PCMFailure> {
    guard let handle else { return .failure(PCMFailure(code: -Int(EBADFD), step: "open")) }
    return ALSANegotiation(handle: handle, request: request).run()
  }

  func available() -> Int {
    guard let handle else { return -Int(EBADFD) }
    return Int(snd_pcm_avail_update(handle))
  }

  func write(_ frames: UnsafeRawPointer, count: Int) -> Int {
    guard let handle else { return -Int(EBADFD) }
    return Int(snd_pcm_writei(handle, frames, snd_pcm_uframes_t(count)))
  }

  func prepare() -> Int { call(snd_pcm_prepare) }
  func resume() -> Int { call(snd_pcm_resume) }
  func start() -> Int { call(snd_pcm_start) }
  func drop() -> Int { call(snd_pcm_drop) }

  private func call(_ function: (OpaquePointer?) -> Int32) -> Int {
    guard let handle else { return -Int(EBADFD) }
    return Int(function(handle))
  }

  func close() {
    guard let handle else { return }
    snd_pcm_close(handle)
    self.handle = nil
  }

  var state: PCMState {
    guard let handle else { return .disconnected }
    return switch snd_pcm_state(handle) {
    case SND_PCM_STATE_OPEN: .open
    case SND_PCM_STATE_SETUP: .setup
    case SND_PCM_STATE_PREPARED: .prepared
    case SND_PCM_STATE_RUNNING: .running
    case SND_PCM_STATE_XRUN: .xrun
    case SND_PCM_STATE_DRAINING, SND_PCM_STATE_PAUSED: .draining
    case SND_PCM_STATE_SUSPENDED: .suspended
    default: .disconnected
    }
  }

  var delay: Int? {
    guard let handle else { return nil }
    var frames: snd_pcm_sframes_t = 0
    return snd_pcm_delay(handle, &frames) == 0 ? Int(frames) : nil
  }

  var nanoseconds: UInt64 { clock.nanoseconds }

  func sleep(until deadline: UInt64, orEvent event: Int32) { _ = clock.wait(for: event, until: deadline) }

  func wait(until deadline: UInt64, orEvent event: Int32) -> PCMWake {
    guard let handle else { return .hangUp }
    while true {
      let count = max(0, snd_pcm_poll_descriptors_count(handle))
      descriptors.removeAll(keepingCapacity: true)
      descriptors.append(contentsOf: repeatElement(pollfd(), count: Int(count) + 1))
      let filled = descriptors.withUnsafeMutableBufferPointer { buffer in
        snd_pcm_poll_descriptors(handle, buffer.baseAddress, UInt32(count))
      }
      guard filled == count else { return .error }
      descriptors[Int(count)] = pollfd(fd: event, events: Int16(POLLIN), revents: 0)
      let now = nanoseconds
      let left = deadline > now ? deadline - now : 0
      let milliseconds = Int32(clamping: (left + 999_999) / 1_000_000)
      let ready = poll(&descriptors, UInt(count) + 1, milliseconds)
      if ready < 0, errno != EINTR { return .error }
      if ready == 0 { return .deadline }
      guard ready > 0 else { continue }
      if descriptors[Int(count)].revents != 0 {
        _ = thrum_event_clear(event)
        return .event
      }
      if let wake = deviceWake(handle, count: Int(count)) { return wake }
      // Plug-ins for sound servers can wake `poll` without events, so the deadline is checked here.
      if nanoseconds >= deadline { return .deadline }
    }
  }

  private func deviceWake(_ handle: OpaquePointer, count: Int) -> PCMWake? {
    var events: UInt16 = 0
    let result = descriptors.withUnsafeMutableBufferPointer { buffer in
      snd_pcm_poll_descriptors_revents(handle, buffer.baseAddress, UInt32(count), &events)
    }
    guard result == 0 else { return .hangUp }
    if events & UInt16(POLLHUP | POLLNVAL) != 0 { return .hangUp }
    if events & UInt16(POLLERR) != 0 { return .error }
    return events & UInt16(POLLOUT) != 0 ? .ready : nil
  }
}
