import CAudio
import Glibc
import ThrumDevice

package final class SoundStream {
  package let channels: Int
  package let sampleRate: SampleRate
  /// Number of frames according to the header.
  package let frames: FrameCount
  private let source: Source
  package private(set) var position = 0
  private var block: [Float]

  private enum Source {
    case plain(UncompressedSound)
    /// Safety: opened by `init`, closed once by `deinit`.
    case library(OpaquePointer)
  }

  private static let room = 8192

  package convenience init(path: String) throws(SoundError) { try self.init(try OpenFile(path), path: path) }

  /// - Parameter path: name for errors.
  package init(_ file: OpenFile, path: String) throws(SoundError) {
    if let sound = UncompressedSound(file.chunks) {
      (channels, sampleRate, frames) = (sound.channels, sound.sampleRate, sound.frames)
      source = .plain(sound)
    } else {
      let opened = try LibraryFile(file, path: path)
      (channels, sampleRate, frames) = (opened.channels, opened.sampleRate, opened.frames)
      source = .library(opened.handle)
    }
    block = [Float](repeating: 0, count: SoundStream.room * channels)
  }

  deinit { if case .library(let file) = source { sf_close(file) } }

  /// Returns the next frames mixed to one channel, or none at the end. Non-finite samples become silence.
  ///
  /// - Parameter weights: factor of each channel, or `nil` for the mean of all.
  package func next(weights: [Float]? = nil) -> [Float] {
    let weights = weights ?? [Float](repeating: 1 / Float(channels), count: channels)
    return nextFrames { block, count in
      (0..<count).map { frame in
        var sum: Float = 0
        for (channel, weight) in weights.enumerated() where weight != 0 {
          sum += weight * block[frame * channels + channel]
        }
        return sum.isFinite ? sum : 0
      }
    } ?? []
  }

  /// Passes the next frames, interleaved, to `body`. Returns `nil` at the end.
  package func nextFrames<Result>(
    _ body: (_ block: UnsafeBufferPointer<Float>, _ frames: Int) -> Result
  ) -> Result? {
    let count = block.withUnsafeMutableBufferPointer { block -> Int in
      guard let base = block.baseAddress else { return 0 }
      switch source {
      case .plain(let sound): return sound.read(from: position, into: base, frames: SoundStream.room)
      case .library(let file): return Int(sf_readf_float(file, base, sf_count_t(SoundStream.room)))
      }
    }
    guard count > 0 else { return nil }
    position += count
    return block.withUnsafeBufferPointer { body($0, count) }
  }
}
