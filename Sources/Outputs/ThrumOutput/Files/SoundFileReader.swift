import COutput
import Glibc
import ThrumDevice

/// Reads WAV, AIFF and CAF and, through libsndfile, FLAC, Ogg, MP3 and others.
public struct SoundFileReader: SoundReader, Sendable {
  /// Maximum length of a sound in frames: ten minutes at 48 kHz.
  public static let frameLimit = SoundLimits.frames

  private static let cache = DecodedFileCache()

  private let budget: SoundBudget

  /// Creates a reader whose sounds share a memory budget.
  public init(budget: SoundBudget = .process) { self.budget = budget }

  /// Decodes a file, mixing more than two channels down to two. Shares the memory of a sound that is in use.
  ///
  /// - Throws: `SoundError`.
  public func read(path: String) throws(SoundError) -> SoundMemory {
    let file = try ChunkedFile(path: path)
    let key = file.status.map(DecodedFileCache.Key.init)
    if let key, let held = SoundFileReader.cache[key] { return held }
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
    // libsndfile closes the descriptor of a rejected file, so it gets a duplicate.
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw SoundError(.unreadable, path: path, detail: String(cString: strerror(errno))) }
    guard let file = sf_open_fd(copy, Int32(SFM_READ), &info, 1) else {
      throw SoundError.rejected(path)
    }
    defer { sf_close(file) }
    guard SoundLimits.channels.contains(Int(info.channels)), info.samplerate > 0, info.frames >= 0 else {
      throw SoundError(.unreadable, path: path, detail: "the header is invalid")
    }
    return try SoundMemory.decoded(
      frames: Int(info.frames), channels: Int(info.channels), sampleRate: Double(info.samplerate), budget: budget,
      path: path
    ) { target, room in Int(sf_readf_float(file, target, sf_count_t(room))) }
  }
}
