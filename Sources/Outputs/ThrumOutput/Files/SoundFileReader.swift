import CAudio
import Glibc
import Synchronization
import ThrumDevice
import ThrumSystem

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
    let key = FileVersion(file.status)
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
    let opened = try LibraryFile(file, path: path)
    defer { sf_close(opened.handle) }
    return try SoundMemory.decoded(
      frames: opened.frames, channels: opened.channels, sampleRate: opened.sampleRate, budget: budget, path: path
    ) { target, room in Int(sf_readf_float(opened.handle, target, sf_count_t(room))) }
  }
}

final class DecodedFileCache: Sendable {
  private struct Entry {
    weak var memory: SoundMemory?
  }

  private let entries = Mutex<[FileVersion: Entry]>([:])

  subscript(key: FileVersion) -> SoundMemory? {
    get { entries.withLock { $0[key]?.memory } }
    set {
      entries.withLock { entries in
        entries = entries.filter { $0.value.memory != nil }
        entries[key] = Entry(memory: newValue)
      }
    }
  }
}
