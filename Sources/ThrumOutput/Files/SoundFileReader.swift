import COutput
import Glibc
import ThrumDevice
import ThrumRender

/// Reads WAV, AIFF, CAF, FLAC, OGG and MP3 through libsndfile.
///
/// - Thread: any.
public struct SoundFileReader: SoundReader, Sendable {
  /// The longest sound: ten minutes at 48 kHz.
  public static let frameLimit = 28_800_000

  /// Frames that are decoded at a time.
  private static let block = 4096

  private static let cache = DecodedFileCache()

  private let budget: SoundBudget

  /// Makes a reader.
  ///
  /// - Parameter budget: what all sounds together may take.
  public init(budget: SoundBudget = .process) { self.budget = budget }

  /// Reads, and mixes down to two channels; a sound that is held already is given again.
  public func read(path: String) throws(SoundError) -> SoundMemory {
    // A pipe would keep us waiting for its other end.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let isMissing = errno == ENOENT || errno == ENOTDIR
      throw SoundError(isMissing ? .notFound : .unreadable, path: path, detail: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw SoundError(.unreadable, path: path, detail: "it is not a regular file")
    }
    let key = DecodedFileCache.Key(status)
    if let held = SoundFileReader.cache[key] { return held }
    if let problem = thrum_sndfile_load() {
      throw SoundError(.noLibrary, path: path, detail: String(cString: problem))
    }
    var info = SF_INFO()
    // A descriptor of its own, to close: libsndfile closes the one of a file that it refuses, whether asked to or not.
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw SoundError(.unreadable, path: path, detail: String(cString: strerror(errno))) }
    guard let file = sf_open_fd(copy, Int32(SFM_READ), &info, 1) else {
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
    let memory = try decode(file, info, path)
    SoundFileReader.cache[key] = memory
    return memory
  }

  /// Reads what is there; a file shorter than its header says gives what it has.
  private func decode(_ file: OpaquePointer, _ info: SF_INFO, _ path: String) throws(SoundError) -> SoundMemory {
    let channels = Int(info.channels)
    let used = min(channels, 2)
    let result = try SoundBuffer(frames: Int(info.frames), channels: used, budget: budget, path: path)
    var block = [Float](repeating: 0, count: SoundFileReader.block * channels)
    var read = 0
    while read < SoundFileReader.frameLimit {
      let count = Int(sf_readf_float(file, &block, sf_count_t(SoundFileReader.block)))
      guard count > 0 else { break }
      guard hasNumbersOnly(block, count: count * channels) else {
        throw SoundError(.unreadable, path: path, detail: "a sample is not a number")
      }
      read += count
      if channels > 2 { mixDown(&block, frames: count, channels: channels) }
      try result.append(count) { target in
        block.withUnsafeBufferPointer {
          if let base = $0.baseAddress { target.update(from: base, count: count * used) }
        }
        return count
      }
    }
    guard read > 0 else {
      throw SoundError(.unreadable, path: path, detail: "it holds no sound, or none that can be decoded")
    }
    guard let memory = result.finish(sampleRate: Double(info.samplerate)) else {
      throw SoundError(
        .noMemory, path: path, detail: "the system has no memory for it: end other programs, or shorten it")
    }
    return memory
  }

  private func hasNumbersOnly(_ samples: [Float], count: Int) -> Bool {
    samples.withUnsafeBufferPointer { samples in
      // Times 0 every number is 0; infinity and NaN are not.
      var sum: Float = 0
      var index = 0
      while index < count {
        sum += samples[index] * 0
        index += 1
      }
      return sum == 0
    }
  }

  /// Even channels to the left, odd ones to the right, at equal weight; to the block's begin.
  private func mixDown(_ samples: inout [Float], frames: Int, channels: Int) {
    let weights = (0..<2).map { side in 1 / Float((channels + 1 - side) / 2) }
    for frame in 0..<frames {
      var (left, right) = (Float(0), Float(0))
      for channel in 0..<channels {
        let sample = samples[frame * channels + channel] * weights[channel % 2]
        if channel % 2 == 0 { left += sample } else { right += sample }
      }
      samples[2 * frame] = left
      samples[2 * frame + 1] = right
    }
  }
}
