import COutput
import Glibc
import ThrumDevice

/// Reads WAV, AIFF and CAF, and through libsndfile what else it knows: FLAC, OGG, MP3 and others.
///
/// - Thread: any.
public struct SoundFileReader: SoundReader, Sendable {
  /// The longest sound: ten minutes at 48 kHz.
  public static let frameLimit = SoundLimits.frames

  private static let cache = DecodedFileCache()

  private let budget: SoundBudget

  /// Makes a reader.
  ///
  /// - Parameter budget: what all sounds together may take.
  public init(budget: SoundBudget = .process) { self.budget = budget }

  /// Reads, and mixes down to two channels; a sound that is held already is given again.
  public func read(path: String) throws(SoundError) -> SoundMemory {
    let file = try ChunkedFile(path: path)
    let key = file.status.map(DecodedFileCache.Key.init)
    if let key, let held = SoundFileReader.cache[key] { return held }
    // Our own reader needs no library, and is the one that tests of apps have.
    let memory =
      if let sound = UncompressedSound(file) {
        try SoundMemory.decoded(sound, budget: budget, path: path)
      } else {
        try decode(file.descriptor, path)
      }
    if let key { SoundFileReader.cache[key] = memory }
    return memory
  }

  private func decode(_ descriptor: Int32, _ path: String) throws(SoundError) -> SoundMemory {
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
    guard SoundLimits.channels.contains(Int(info.channels)), info.samplerate > 0, info.frames >= 0 else {
      throw SoundError(.unreadable, path: path, detail: "the header makes no sense")
    }
    return try SoundMemory.decoded(
      frames: Int(info.frames), channels: Int(info.channels), sampleRate: Double(info.samplerate), budget: budget,
      path: path
    ) { target, room in Int(sf_readf_float(file, target, sf_count_t(room))) }
  }
}
