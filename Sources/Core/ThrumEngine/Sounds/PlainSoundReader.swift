import ThrumDevice

/// Reads uncompressed WAV, AIFF and CAF files without a library. Other sounds become silence of the same length.
struct PlainSoundReader {
  enum Result {
    case sound(SoundMemory)
    case silence(SoundMemory, format: String)
  }

  /// Reads a whole file, mixing more than two channels down to two.
  ///
  /// - Throws: ``SoundError``; `unreadable` if the file is not audio.
  func read(path: String) throws(SoundError) -> Result {
    let file = try ChunkedFile(path: path)
    if let sound = UncompressedSound(file) {
      return .sound(try SoundMemory.decoded(sound, budget: .process, path: path))
    }
    let length = try SoundLength.read(file, path: path)
    let silence = try SoundMemory.decoded(
      frames: length.frames, channels: 1, sampleRate: length.sampleRate, budget: .process, path: path,
      next: SilenceSource(frames: length.frames).next)
    return .silence(silence, format: length.format)
  }

  private final class SilenceSource {
    private var left: Int
    init(frames: Int) { left = frames }

    func next(_ target: UnsafeMutablePointer<Float>, _ room: FrameCount) -> FrameCount {
      let count = min(room, left)
      target.update(repeating: 0, count: count)
      left -= count
      return count
    }
  }
}
