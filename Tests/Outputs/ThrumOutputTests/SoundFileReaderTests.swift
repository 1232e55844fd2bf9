import CSndFile
import Foundation
import Testing
import ThrumDevice
import ThrumRender

@testable import ThrumOutput

@Suite struct SoundFileReaderTests {
  /// A container and coding that libsndfile can write.
  struct Kind: CustomTestStringConvertible, Sendable {
    let name: String
    let format: Int
    /// Largest error of a sample. Lossy codings are compared only by level.
    let tolerance: Float?
    var testDescription: String { name }

    static let all = [
      Kind(name: "wav", format: Int(SF_FORMAT_WAV) | Int(SF_FORMAT_PCM_16), tolerance: 1e-4),
      Kind(name: "aiff", format: Int(SF_FORMAT_AIFF) | Int(SF_FORMAT_PCM_24), tolerance: 1e-6),
      Kind(name: "caf", format: Int(SF_FORMAT_CAF) | Int(SF_FORMAT_FLOAT), tolerance: 0),
      Kind(name: "flac", format: Int(SF_FORMAT_FLAC) | Int(SF_FORMAT_PCM_16), tolerance: 1e-4),
      Kind(name: "ogg", format: Int(SF_FORMAT_OGG) | Int(SF_FORMAT_VORBIS), tolerance: nil),
      Kind(name: "mp3", format: Int(SF_FORMAT_MPEG) | Int(SF_FORMAT_MPEG_LAYER_III), tolerance: nil),
    ]
  }

  private static func tone(frames: Int, rate: Int, channels: Int) -> [Float] {
    (0..<frames * channels).map { index in
      let frame = index / channels
      return 0.5 * Float(sin(2 * Double.pi * 440 * Double(frame) / Double(rate))) * (index % channels == 0 ? 1 : 0.5)
    }
  }

  private func write(_ samples: [Float], _ kind: Kind, rate: Int, channels: Int, to path: String) throws {
    var info = SF_INFO()
    info.samplerate = Int32(rate)
    info.channels = Int32(channels)
    info.format = Int32(truncatingIfNeeded: kind.format)
    let file = try #require(sf_open(path, Int32(SFM_WRITE), &info), "libsndfile cannot write \(kind.name)")
    defer { sf_close(file) }
    #expect(sf_writef_float(file, samples, sf_count_t(samples.count / channels)) == samples.count / channels)
  }

  private func temporary(_ name: String) -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("thrum-\(UUID().uuidString).\(name)").path
  }

  private func samples(_ memory: SoundMemory) -> [Float] {
    Array(UnsafeBufferPointer(start: memory.samples, count: memory.frames * memory.channels))
  }

  @Test(arguments: Kind.all) func `every supported format is read`(_ kind: Kind) throws {
    let path = temporary(kind.name)
    defer { unlink(path) }
    let written = SoundFileReaderTests.tone(frames: 24_000, rate: 48_000, channels: 2)
    try write(written, kind, rate: 48_000, channels: 2, to: path)
    let memory = try SoundFileReader().read(path: path)
    #expect(memory.channels == 2)
    let read = samples(memory)
    if let tolerance = kind.tolerance {
      #expect(read.count == written.count)
      #expect(zip(read, written).allSatisfy { abs($0 - $1) <= tolerance })
    } else {
      #expect(memory.frames >= 24_000)
      let middle = read[16_000..<32_000]
      let level = (middle.reduce(0) { $0 + $1 * $1 } / Float(middle.count)).squareRoot()
      let expected = (written[16_000..<32_000].reduce(0) { $0 + $1 * $1 } / 16_000).squareRoot()
      #expect(abs(level - expected) < 0.05 * expected)
    }
  }

  @Test func `a sound keeps its own sample rate`() throws {
    let path = temporary("wav")
    defer { unlink(path) }
    try write(
      SoundFileReaderTests.tone(frames: 44_100, rate: 44_100, channels: 1), Kind.all[0], rate: 44_100, channels: 1,
      to: path)
    let memory = try SoundFileReader().read(path: path)
    #expect(memory.sampleRate == 44_100 && memory.frames == 44_100 && memory.seconds == 1)
  }

  @Test func `more than two channels are mixed down to two`() throws {
    let path = temporary("wav")
    defer { unlink(path) }
    // Front left and rear left play; the right channels are silent.
    let samples4 = (0..<4800 * 4).map { $0 % 2 == 0 ? Float(0.5) : 0 }
    try write(samples4, Kind.all[0], rate: 48_000, channels: 4, to: path)
    let read = samples(try SoundFileReader().read(path: path))
    #expect(read.count == 9600)
    #expect(abs(read[100] - 0.5) < 1e-3)
    #expect(read[101] == 0)
  }

  @Test func `a missing file and a broken file cause different errors`() throws {
    let reader = SoundFileReader()
    let missing = #expect(throws: SoundError.self) { try reader.read(path: temporary("wav")) }
    #expect(missing?.reason == .notFound)
    let path = temporary("wav")
    defer { unlink(path) }
    try "RIFF but not really".write(toFile: path, atomically: false, encoding: .utf8)
    let broken = #expect(throws: SoundError.self) { try reader.read(path: path) }
    #expect(broken?.reason == .unreadable)
    #expect(broken?.description.contains(path) == true)
  }

  @Test func `reading a broken file closes no other descriptor`() async throws {
    let path = temporary("wav")
    defer { unlink(path) }
    try "RIFF but not really".write(toFile: path, atomically: false, encoding: .utf8)
    let lost = await withTaskGroup(of: Int.self) { group in
      group.addTask {
        for _ in 0..<4_000 { _ = try? SoundFileReader().read(path: path) }
        return 0
      }
      group.addTask {
        (0..<40_000).reduce(0) { lost, _ in
          let mine = open("/dev/null", O_RDONLY | O_CLOEXEC)
          return close(mine) == 0 ? lost : lost + 1
        }
      }
      return await group.reduce(0, +)
    }
    #expect(lost == 0)
  }

  @Test func `a truncated file is read as far as it goes`() throws {
    let path = temporary("wav")
    defer { unlink(path) }
    try write(
      SoundFileReaderTests.tone(frames: 10_000, rate: 48_000, channels: 1), Kind.all[0], rate: 48_000, channels: 1,
      to: path)
    #expect(truncate(path, 44 + 2 * 3000) == 0)
    let memory = try SoundFileReader().read(path: path)
    #expect(memory.frames == 3000)
  }
}
