import CAudio
import Glibc
import ThrumDevice

/// Negotiates format (snd_pcm_hw_params(3)) and wake-up policy (snd_pcm_sw_params(3)).
///
/// - Thread: the device's I/O thread.
struct ALSANegotiation {
  let handle: OpaquePointer
  let request: OutputRequest

  private static let formats: [(SampleFormat, snd_pcm_format_t)] = [
    (.float32, SND_PCM_FORMAT_FLOAT), (.signed32, SND_PCM_FORMAT_S32), (.signed24, SND_PCM_FORMAT_S24),
    (.signed16, SND_PCM_FORMAT_S16),
  ]

  func run() -> Result<PCMFormat, PCMFailure> {
    do throws(PCMFailure) { return .success(try negotiate()) } catch { return .failure(error) }
  }

  private func negotiate() throws(PCMFailure) -> PCMFormat {
    var parameters: OpaquePointer?
    snd_pcm_hw_params_malloc(&parameters)
    guard let parameters else { throw PCMFailure(code: -Int(ENOMEM), step: "memory") }
    defer { snd_pcm_hw_params_free(parameters) }
    try check(snd_pcm_hw_params_any(handle, parameters), "any configuration")
    try check(
      snd_pcm_hw_params_set_access(handle, parameters, SND_PCM_ACCESS_RW_INTERLEAVED),
      "interleaved access")
    let format = try chooseFormat(parameters)
    let channels = try chooseChannels(parameters)
    var rate = UInt32(request.sampleRate)
    try check(snd_pcm_hw_params_set_rate_near(handle, parameters, &rate, nil), "a rate near \(rate) Hz")
    try choosePeriod(parameters)
    try check(snd_pcm_hw_params(handle, parameters), "the chosen configuration")
    var period: snd_pcm_uframes_t = 0
    var buffer: snd_pcm_uframes_t = 0
    try check(snd_pcm_hw_params_get_period_size(parameters, &period, nil), "the period")
    try check(snd_pcm_hw_params_get_buffer_size(parameters, &buffer), "the buffer")
    try setWakeUps(period: period, buffer: buffer)
    return PCMFormat(
      sampleRate: Int(rate), periodFrames: Int(period), bufferFrames: Int(buffer), channels: channels,
      sampleFormat: format)
  }

  private func check(_ result: Int32, _ step: String) throws(PCMFailure) {
    if result < 0 { throw PCMFailure(code: Int(result), step: step) }
  }

  private func chooseFormat(_ parameters: OpaquePointer) throws(PCMFailure) -> SampleFormat {
    for (format, code) in ALSANegotiation.formats
    where snd_pcm_hw_params_set_format(handle, parameters, code) == 0 {
      return format
    }
    throw PCMFailure(code: -Int(EINVAL), step: "float, 32-, 24- or 16-bit samples")
  }

  /// Chooses the requested channel count or the next larger one. For stereo, falls back to mono.
  private func chooseChannels(_ parameters: OpaquePointer) throws(PCMFailure) -> Int {
    for channels in max(1, request.channels.count)...ChannelMap.capacity
    where snd_pcm_hw_params_set_channels(handle, parameters, UInt32(channels)) == 0 {
      return channels
    }
    if request.channels.count == 2, snd_pcm_hw_params_set_channels(handle, parameters, 1) == 0 { return 1 }
    throw PCMFailure(code: -Int(EINVAL), step: "\(request.channels.count) channels")
  }

  /// Defaults to four periods of 256 frames for a card, or of 512 for a server (snd_pcm_type).
  private func choosePeriod(_ parameters: OpaquePointer) throws(PCMFailure) {
    let isCard = snd_pcm_type(handle) == SND_PCM_TYPE_HW || snd_pcm_type(handle) == SND_PCM_TYPE_PLUG
    var period = snd_pcm_uframes_t(request.periodFrames ?? (isCard ? 256 : 512))
    try check(
      snd_pcm_hw_params_set_period_size_near(handle, parameters, &period, nil), "a period of \(period)")
    var buffer = snd_pcm_uframes_t(request.bufferFrames ?? Int(period) * 4)
    try check(
      snd_pcm_hw_params_set_buffer_size_near(handle, parameters, &buffer), "a buffer of \(buffer)")
  }

  /// Requests a wake-up for each free period, and a start once all whole periods are filled.
  private func setWakeUps(period: snd_pcm_uframes_t, buffer: snd_pcm_uframes_t) throws(PCMFailure) {
    var parameters: OpaquePointer?
    snd_pcm_sw_params_malloc(&parameters)
    guard let parameters else { throw PCMFailure(code: -Int(ENOMEM), step: "memory") }
    defer { snd_pcm_sw_params_free(parameters) }
    try check(snd_pcm_sw_params_current(handle, parameters), "the wake-up policy")
    try check(snd_pcm_sw_params_set_avail_min(handle, parameters, period), "a wake-up per period")
    let threshold = max(period, buffer / max(1, period) * period)
    try check(snd_pcm_sw_params_set_start_threshold(handle, parameters, threshold), "the start threshold")
    try check(snd_pcm_sw_params(handle, parameters), "the wake-up policy")
  }
}
