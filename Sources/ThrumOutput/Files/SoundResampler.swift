import CSampleRate
import ThrumDevice
import ThrumRender

/// Resamples block by block through libsamplerate; the blocks' sizes change nothing.
///
/// - Thread: one at a time.
final class SoundResampler {
  private let state: OpaquePointer
  private let ratio: Double
  private let path: String

  /// - Throws: ``SoundError`` when the ratio is beyond what libsamplerate can do.
  init(ratio: Double, channels: Int, path: String) throws(SoundError) {
    self.ratio = ratio
    self.path = path
    guard src_is_valid_ratio(ratio) != 0 else {
      throw SoundError(.unreadable, path: path, detail: "its sample rate is too far from the device's")
    }
    var error: Int32 = 0
    guard let state = src_new(Int32(SRC_SINC_MEDIUM_QUALITY), Int32(channels), &error) else {
      throw SoundError(.unreadable, path: path, detail: String(cString: src_strerror(error)))
    }
    self.state = state
  }

  deinit { src_delete(state) }

  /// Appends what the next frames become; with the last come the filter's own. `samples` must not be empty.
  func process(_ samples: [Float], frames: Int, isLast: Bool, into result: SoundBuffer) throws(SoundError) {
    var used = 0
    var (made, failure) = (0, Int32(0))
    repeat {
      let room = Int((Double(frames - used) * ratio).rounded(.up)) + 64
      try result.append(room) { output in
        samples.withUnsafeBufferPointer { input in
          var data = SRC_DATA()
          data.data_in = input.baseAddress.map { $0 + used * result.channels }
          data.data_out = output
          data.input_frames = frames - used
          data.output_frames = room
          data.end_of_input = isLast ? 1 : 0
          data.src_ratio = ratio
          failure = src_process(state, &data)
          used += Int(data.input_frames_used)
          made = Int(data.output_frames_gen)
        }
        return made
      }
      guard failure == 0 else {
        throw SoundError(.unreadable, path: path, detail: String(cString: src_strerror(failure)))
      }
    } while used < frames || (isLast && made > 0)
  }
}
