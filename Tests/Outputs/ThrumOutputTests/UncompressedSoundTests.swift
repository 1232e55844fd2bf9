import CSndFile
import Foundation
import Testing

@testable import ThrumDevice
@testable import ThrumEngine

/// Thrum's own reader compared with libsndfile, on files written by libsndfile.
@Suite struct UncompressedSoundTests {
  /// A container and coding that libsndfile can write.
  struct Kind: CustomTestStringConvertible, Sendable {
    let format: Int
    let testDescription: String
    init(_ name: String, _ format: Int) { (testDescription, self.format) = (name, format) }

    static let uncompressed = [
      Kind("wav u8", Int(SF_FORMAT_WAV) | Int(SF_FORMAT_PCM_U8)),
      Kind("wav 16", Int(SF_FORMAT_WAV) | Int(SF_FORMAT_PCM_16)),
      Kind("wav 24", Int(SF_FORMAT_WAV) | Int(SF_FORMAT_PCM_24)),
      Kind("wav 32", Int(SF_FORMAT_WAV) | Int(SF_FORMAT_PCM_32)),
      Kind("wav float", Int(SF_FORMAT_WAV) | Int(SF_FORMAT_FLOAT)),
      Kind("wav double", Int(SF_FORMAT_WAV) | Int(SF_FORMAT_DOUBLE)),
      Kind("extensible wav 24", Int(SF_FORMAT_WAVEX) | Int(SF_FORMAT_PCM_24)),
      Kind("extensible wav float", Int(SF_FORMAT_WAVEX) | Int(SF_FORMAT_FLOAT)),
      Kind("aiff s8", Int(SF_FORMAT_AIFF) | Int(SF_FORMAT_PCM_S8)),
      Kind("aiff u8", Int(SF_FORMAT_AIFF) | Int(SF_FORMAT_PCM_U8)),
      Kind("aiff 16", Int(SF_FORMAT_AIFF) | Int(SF_FORMAT_PCM_16)),
      Kind("aiff 24", Int(SF_FORMAT_AIFF) | Int(SF_FORMAT_PCM_24)),
      Kind("aiff float", Int(SF_FORMAT_AIFF) | Int(SF_FORMAT_FLOAT)),
      Kind("aiff double", Int(SF_FORMAT_AIFF) | Int(SF_FORMAT_DOUBLE)),
      Kind("aiff sowt", Int(SF_FORMAT_AIFF) | Int(SF_FORMAT_PCM_16) | Int(SF_ENDIAN_LITTLE)),
      Kind("caf 16", Int(SF_FORMAT_CAF) | Int(SF_FORMAT_PCM_16)),
      Kind("caf 24, little end first", Int(SF_FORMAT_CAF) | Int(SF_FORMAT_PCM_24) | Int(SF_ENDIAN_LITTLE)),
      Kind("caf float", Int(SF_FORMAT_CAF) | Int(SF_FORMAT_FLOAT)),
    ]

    static let compressed = [
      Kind("wav ulaw", Int(SF_FORMAT_WAV) | Int(SF_FORMAT_ULAW)),
      Kind("wav ima", Int(SF_FORMAT_WAV) | Int(SF_FORMAT_IMA_ADPCM)),
      Kind("wav ms", Int(SF_FORMAT_WAV) | Int(SF_FORMAT_MS_ADPCM)),
      Kind("aiff alaw", Int(SF_FORMAT_AIFF) | Int(SF_FORMAT_ALAW)),
      Kind("caf alac", Int(SF_FORMAT_CAF) | Int(SF_FORMAT_ALAC_16)),
      Kind("caf ulaw", Int(SF_FORMAT_CAF) | Int(SF_FORMAT_ULAW)),
      Kind("flac", Int(SF_FORMAT_FLAC) | Int(SF_FORMAT_PCM_16)),
      Kind("vorbis", Int(SF_FORMAT_OGG) | Int(SF_FORMAT_VORBIS)),
      Kind("opus", Int(SF_FORMAT_OGG) | Int(SF_FORMAT_OPUS)),
      Kind("mp3", Int(SF_FORMAT_MPEG) | Int(SF_FORMAT_MPEG_LAYER_III)),
    ]
  }

  private let path = FileManager.default.temporaryDirectory.appendingPathComponent("thrum-\(UUID().uuidString)").path

  private func write(_ kind: Kind, frames: Int, channels: Int) throws {
    var info = SF_INFO()
    (info.samplerate, info.channels, info.format) = (48_000, Int32(channels), Int32(truncatingIfNeeded: kind.format))
    let file = try #require(sf_open(path, Int32(SFM_WRITE), &info), "libsndfile cannot write \(kind.testDescription)")
    defer { sf_close(file) }
    let samples = (0..<(frames * channels)).map { 0.9 * Float(sin(0.01 * Double($0 * $0 % 10_007))) }
    #expect(sf_writef_float(file, samples, sf_count_t(frames)) == frames)
  }

  /// The file as libsndfile reads it.
  private func reference() throws -> (info: SF_INFO, samples: [Float]) {
    var info = SF_INFO()
    let file = try #require(sf_open(path, Int32(SFM_READ), &info))
    defer { sf_close(file) }
    var samples = [Float](repeating: 0, count: Int(info.frames) * Int(info.channels))
    #expect(sf_readf_float(file, &samples, info.frames) == info.frames)
    return (info, samples)
  }

  @Test(arguments: Kind.uncompressed) func `an uncompressed file is read exactly as libsndfile reads it, bit for bit`(
    _ kind: Kind
  ) throws {
    defer { unlink(path) }
    try write(kind, frames: 9_999, channels: 2)
    let (info, expected) = try reference()
    let sound = try #require(UncompressedSound(try ChunkedFile(path: path)))
    #expect(sound.frames == Int(info.frames) && sound.channels == 2 && sound.sampleRate == 48_000)
    var read = [Float](repeating: .nan, count: expected.count)
    let count = read.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { sound.read(from: 0, into: $0, frames: 20_000) }
    }
    #expect(count == 9_999)
    #expect(read.map(\.bitPattern) == expected.map(\.bitPattern))
  }

  @Test(arguments: Kind.compressed) func `the length of a compressed file is read without a decoder`(_ kind: Kind)
    throws
  {
    defer { unlink(path) }
    try write(kind, frames: 48_000, channels: 1)
    let file = try ChunkedFile(path: path)
    #expect(UncompressedSound(file) == nil)
    let length = try #require(SoundLength(file))
    // Up to two blocks more: encoders begin with silence and pad their last block, and not all files record how much.
    #expect(length.sampleRate == 48_000)
    #expect((48_000...50_400).contains(length.frames), "\(length.frames)")
  }

  @Test func `other data is recognised as neither an uncompressed nor a compressed sound`() throws {
    let texts = ["", "x", "RIFF", "RIFF but not really", "root:x:0:0:root:/root:/bin/bash\n", "{\"Version\": 1.0}"]
    for text in texts {
      let file = ChunkedFile(Array(text.utf8))
      #expect(UncompressedSound(file) == nil && SoundLength(file) == nil)
    }
    for byte in UInt8.min...(.max) {
      let file = ChunkedFile([UInt8](repeating: byte, count: 999))
      #expect(UncompressedSound(file) == nil && SoundLength(file) == nil)
    }
  }
}
