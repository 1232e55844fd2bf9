import CAudio
import Glibc
import Synchronization
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
    let file = try OpenFile(path)
    let key = DecodedFileCache.Key(file.status)
    if let held = SoundFileReader.cache[key] { return held }
    let memory =
      if let sound = UncompressedSound(file.chunks) {
        try SoundMemory.decoded(sound, budget: budget, path: path)
      } else {
        try decode(file, path)
      }
    SoundFileReader.cache[key] = memory
    return memory
  }

  private func decode(_ file: OpenFile, _ path: String) throws(SoundError) -> SoundMemory {
    if let error = ForeignSound.error(file.chunks, path: path) { throw error }
    if let problem = thrum_sndfile_load() {
      throw SoundError(.noLibrary, path: path, detail: String(cString: problem))
    }
    var info = SF_INFO()
    // libsndfile closes the descriptor of a rejected file, so it gets a duplicate.
    let copy = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
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

extension SoundError {
  static func rejected(_ path: String) -> SoundError {
    let isUnknown = sf_error(nil) == Int32(SF_ERR_UNRECOGNISED_FORMAT)
    let detail = isUnknown ? (try? ChunkedFile(path: path))?.notASound : nil
    return SoundError(.unreadable, path: path, detail: detail ?? String(cString: sf_strerror(nil)))
  }
}

final class DecodedFileCache: Sendable {
  struct Key: Hashable {
    private let device: UInt
    private let number: UInt
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    init(_ status: stat) {
      device = UInt(status.st_dev)
      number = UInt(status.st_ino)
      size = Int(status.st_size)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }

  private struct Entry {
    weak var memory: SoundMemory?
  }

  private let entries = Mutex<[Key: Entry]>([:])

  subscript(key: Key) -> SoundMemory? {
    get { entries.withLock { $0[key]?.memory } }
    set {
      entries.withLock { entries in
        entries = entries.filter { $0.value.memory != nil }
        entries[key] = Entry(memory: newValue)
      }
    }
  }
}
