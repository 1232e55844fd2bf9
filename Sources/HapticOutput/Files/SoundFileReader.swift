import CSampleRate
import CSndFile
import Glibc
import HapticRender

/// Reads WAV, AIFF, CAF, FLAC, OGG and MP3 through libsndfile, and resamples once through libsamplerate
/// (SRC_SINC_MEDIUM_QUALITY).
public struct SoundFileReader: SoundReader, Sendable {
  /// The longest sound: ten minutes at 48 kHz.
  public static let frameLimit = 28_800_000

  /// Makes a reader.
  public init() {}

  /// Reads, mixes down to two channels, resamples.
  public func read(path: String, sampleRate: SampleRate) throws(SoundError) -> SoundMemory {
    guard access(path, F_OK) == 0 else {
      throw SoundError(.notFound, path: path, detail: String(cString: strerror(errno)))
    }
    var status = stat()
    // A pipe would keep us waiting for its other end.
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw SoundError(.unreadable, path: path, detail: "it is not a file")
    }
    var info = SF_INFO()
    guard let file = sf_open(path, Int32(SFM_READ), &info) else {
      throw SoundError(.unreadable, path: path, detail: String(cString: sf_strerror(nil)))
    }
    defer { sf_close(file) }
    guard info.channels > 0, info.channels <= 64, info.samplerate > 0, info.frames >= 0 else {
      throw SoundError(.unreadable, path: path, detail: "the header makes no sense")
    }
    guard info.frames <= SoundFileReader.frameLimit else {
      throw SoundError(
        .tooLarge, path: path, detail: "longer than \(SoundFileReader.frameLimit) frames (ten minutes at 48 kHz)")
    }
    let channels = Int(info.channels)
    let interleaved = try readAll(file, channels: channels, path)
    guard !interleaved.isEmpty else {
      throw SoundError(.unreadable, path: path, detail: "it holds no sound, or none that can be decoded")
    }
    let used = channels > 2 ? mixDown(interleaved, channels: channels) : interleaved
    let usedChannels = min(channels, 2)
    let resampled = try resample(
      used, channels: usedChannels, ratio: sampleRate / Double(info.samplerate), path)
    return SoundMemory(interleaved: resampled, channels: usedChannels)
  }

  /// Reads what is there; a file shorter than its header says gives what it has.
  private func readAll(_ file: OpaquePointer, channels: Int, _ path: String) throws(SoundError) -> [Float] {
    var samples: [Float] = []
    let block = 4096
    var buffer = [Float](repeating: 0, count: block * channels)
    while samples.count / channels < SoundFileReader.frameLimit {
      let count = Int(sf_readf_float(file, &buffer, sf_count_t(block)))
      guard count > 0 else { break }
      samples.append(contentsOf: buffer[..<(count * channels)])
    }
    guard samples.allSatisfy(\.isFinite) else {
      throw SoundError(.unreadable, path: path, detail: "a sample is not a number")
    }
    return samples
  }

  /// Even channels to the left, odd ones to the right, at equal weight.
  private func mixDown(_ samples: [Float], channels: Int) -> [Float] {
    let frames = samples.count / channels
    var result = [Float](repeating: 0, count: frames * 2)
    let weights = (0..<2).map { side in 1 / Float((channels + 1 - side) / 2) }
    for frame in 0..<frames {
      for channel in 0..<channels {
        result[2 * frame + channel % 2] += samples[frame * channels + channel] * weights[channel % 2]
      }
    }
    return result
  }

  private func resample(_ samples: [Float], channels: Int, ratio: Double, _ path: String) throws(SoundError)
    -> [Float]
  {
    guard ratio != 1, !samples.isEmpty else { return samples }
    guard src_is_valid_ratio(ratio) != 0 else {
      throw SoundError(.unreadable, path: path, detail: "its sample rate is too far from the device's")
    }
    let frames = samples.count / channels
    let room = Int((Double(frames) * ratio).rounded(.up)) + 64
    var output = [Float](repeating: 0, count: room * channels)
    var made = 0
    let result = samples.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var data = SRC_DATA()
        data.data_in = input.baseAddress
        data.data_out = output.baseAddress
        data.input_frames = frames
        data.output_frames = room
        data.src_ratio = ratio
        let result = src_simple(&data, Int32(SRC_SINC_MEDIUM_QUALITY), Int32(channels))
        made = Int(data.output_frames_gen)
        return result
      }
    }
    guard result == 0 else {
      throw SoundError(.unreadable, path: path, detail: String(cString: src_strerror(result)))
    }
    return Array(output[..<(made * channels)])
  }
}
