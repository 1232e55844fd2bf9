import Foundation
import Glibc
import TestSupport
import Testing
import ThrumDevice

@testable import ThrumOutput
@testable import ThrumRender

@Suite struct WAVWriterTests {
  private let path = "/tmp/thrum-wav-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).wav"

  /// Samples of every size, some beyond full scale.
  private static let samples = (0..<4_000).map { (frame: Int) -> Float in
    let time = Double(frame)
    return Float(1.2 * sin(time * 0.37) * time / 4_000)
  }

  private func write(_ format: SampleFormat, _ samples: [Float] = samples, dithers: Bool = false) throws -> [UInt8] {
    let writer = try WAVWriter(path: path, sampleRate: 44_100, channels: 2, format: format, dithers: dithers)
    try samples.withUnsafeBufferPointer { (samples) throws(FileError) in try writer.write(samples) }
    try writer.finish()
    defer { unlink(path) }
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Integer samples of a file.
  private func integers(_ bytes: [UInt8], _ format: SampleFormat) -> [Int] {
    let size = format.fileByteCount
    return stride(from: 44, to: bytes.count, by: size).map { at in
      let value = (0..<size).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
      return value >= 1 << (8 * size - 1) ? value - 1 << (8 * size) : value
    }
  }

  @Test(arguments: SampleFormat.allCases)
  func `a written file is read back by libsndfile`(_ format: SampleFormat) throws {
    let writer = try WAVWriter(path: path, sampleRate: 44_100, channels: 2, format: format)
    try Self.samples.withUnsafeBufferPointer { (samples) throws(FileError) in try writer.write(samples) }
    try writer.finish()
    defer { unlink(path) }
    let sound = try SoundFileReader().read(path: path)
    #expect(sound.frames == 2_000 && sound.channels == 2 && sound.sampleRate == 44_100)
    // libsndfile divides by a power of two.
    let place = format == .float32 ? 0 : 1.6 / Double(format.fullScale)
    for index in 0..<4_000 {
      let limited = format == .float32 ? Self.samples[index] : max(-1, min(1, Self.samples[index]))
      #expect(abs(Double(sound.samples[index] - limited)) <= place + 1e-7)
    }
  }

  @Test(arguments: [SampleFormat.signed16, .signed24, .signed32])
  func `integer samples in a file equal those sent to a device, and are rounded, not truncated`(_ format: SampleFormat)
    throws
  {
    let written = integers(try write(format), format)
    let left: [Float] = stride(from: 0, to: 4_000, by: 2).map { Self.samples[$0] }
    let right: [Float] = stride(from: 1, to: 4_000, by: 2).map { Self.samples[$0] }
    let interleaver = Interleaver(.stereo, format)
    var device = [UInt8](repeating: 0, count: 2_000 * interleaver.frameBytes)
    device.withUnsafeMutableBytes { bytes in
      if let base = bytes.baseAddress {
        left.withUnsafeBufferPointer { l in
          right.withUnsafeBufferPointer { r in
            if let l = l.baseAddress, let r = r.baseAddress {
              interleaver.write(left: l, right: r, frames: 2_000, to: base)
            }
          }
        }
      }
    }
    let given = device.withUnsafeBytes { bytes in
      format == .signed16
        ? bytes.bindMemory(to: Int16.self).map { Int($0) } : bytes.bindMemory(to: Int32.self).map { Int($0) }
    }
    #expect(written == given)
    var errors: [Double] = []
    for (value, sample) in zip(written, Self.samples) where abs(sample) < 1 {
      errors.append(Double(value) - Double(sample) * format.fullScale)
    }
    #expect(errors.allSatisfy { abs($0) <= 0.501 })
    #expect(abs(errors.reduce(0, +) / Double(errors.count)) < 0.02)
  }

  @Test func `dither preserves the mean and is the same in every run`() throws {
    for share in [0.0, 0.2, 0.5, -0.7] {
      let bytes = try write(.signed16, [Float](repeating: Float(share / 32_767), count: 40_000), dithers: true)
      let values = integers(bytes, .signed16).map { Double($0) }
      let mean = values.reduce(0, +) / 40_000
      let variance = values.reduce(0) { $0 + ($1 - share) * ($1 - share) } / 40_000
      #expect(abs(mean - share) < 0.015)
      // The variance is a quarter of a step squared for any value: the noise does not follow the signal.
      #expect(abs(variance - 0.25) < 0.01)
      #expect(try write(.signed16, [Float](repeating: Float(share / 32_767), count: 40_000), dithers: true) == bytes)
    }
  }

  @Test(arguments: [
    (0, 48_000), (-1, 48_000), (16_384, 48_000), (Int.max, 48_000), (2, 0), (2, -1), (2, 536_870_912), (2, Int.max),
  ])
  func `channel counts and sample rates that do not fit the header are rejected and leave no file`(
    channels: Int, rate: Int
  ) {
    let error = #expect(throws: FileError.self) {
      try WAVWriter(path: path, sampleRate: rate, channels: channels, format: .float32)
    }
    #expect(error?.cause.hasPrefix("this kind of WAV file supports") == true)
    #expect(access(path, F_OK) != 0)
    #expect(throws: FileError.self) {
      try WAVWriter(descriptor: -1, name: "none", sampleRate: rate, channels: channels, format: .float32)
    }
  }

  @Test(arguments: [1 << 24 + 1, Int.max])
  func `appending too many samples in one call fails, and the file remains usable`(least: Int) throws {
    let writer = try WAVWriter(path: path, sampleRate: 48_000, channels: 2, format: .signed16)
    let error = #expect(throws: FileError.self) { try writer.append(atLeast: least) { _ in 0 } }
    #expect(error?.cause.contains("append 16777216 or fewer") == true)
    for few in [Int.min, -1, 0] { try writer.append(atLeast: few) { memory in memory.count >= 2 ? 2 : 0 } }
    #expect(writer.frames == 3)
    try writer.finish()
    unlink(path)
  }

  @Test func `a file written to a pipe declares no length and contains the same samples`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let writer = try WAVWriter(descriptor: ends[1], name: "pipe", sampleRate: 44_100, channels: 2, format: .signed16)
    try Self.samples.withUnsafeBufferPointer { (samples) throws(FileError) in try writer.write(samples) }
    try writer.finish()
    var piped = [UInt8](repeating: 0, count: 44 + 8_000)
    #expect(Glibc.read(ends[0], &piped, piped.count) == piped.count)
    let file = try write(.signed16)
    #expect(Array(piped[44...]) == Array(file[44...]))
    #expect(piped[40..<44].allSatisfy { $0 == 255 } && piped[4..<8].allSatisfy { $0 == 255 })
  }

  @Test func `samples beyond full scale are counted as clipped`() throws {
    let writer = try WAVWriter(path: path, sampleRate: 48_000, channels: 1, format: .signed16)
    defer { unlink(path) }
    try [1, 1.01, -1, -1.2, 0].withUnsafeBufferPointer { (samples) throws(FileError) in try writer.write(samples) }
    #expect(writer.clippedSamples == 2)
  }

  @Test func `finishing a file on a full disk reports an error`() throws {
    let writer = try WAVWriter(
      descriptor: open("/dev/full", O_WRONLY), name: "full", sampleRate: 48_000, channels: 1, format: .float32)
    let error = #expect(throws: FileError.self) { try writer.finish() }
    #expect(error?.cause.contains("No space") == true)
  }

  @Test(arguments: [SampleFormat.float32, .signed24])
  func `a long file written in the background contains the same samples as its parts written separately`(
    _ format: SampleFormat
  ) throws {
    let pieces = (0..<700).map { piece in Self.samples.map { $0 * Float(piece) / 700 } }
    let writer = try WAVWriter(path: path, sampleRate: 44_100, channels: 2, format: format)
    writer.prepare(forFrames: 700 * 2_000)
    for piece in pieces { try append(piece, to: writer) }
    try writer.finish()
    try writer.finish()
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(whole.count > 5 << 20)
    let header = try write(format, []).count
    for piece in [0, 1, 350, 699] {
      let alone = try write(format, pieces[piece])[header...]
      #expect(whole.dropFirst(header + piece * alone.count).prefix(alone.count) == alone)
    }
  }

  @Test(arguments: SampleFormat.allCases, [0, 400_000])
  func `samples rendered into the file's memory equal samples copied into it`(_ format: SampleFormat, prepared: Int)
    throws
  {
    let whole = (0..<100).flatMap { piece in Self.samples.map { $0 * Float(piece) / 100 } }
    let writer = try WAVWriter(path: path, sampleRate: 44_100, channels: 2, format: format, dithers: true)
    writer.prepare(forFrames: prepared)
    var taken = 0
    var turn = 0
    while taken < whole.count {
      // Sometimes all of the space, sometimes little or none of it, and once more than a block holds.
      let least = turn == 5 ? 300_000 : 3_000
      try writer.append(atLeast: least) { memory in
        #expect(memory.count >= least)
        let count = min(whole.count - taken, [memory.count, 0, 2, 2_998, memory.count, 4][turn % 6])
        for index in 0..<count { memory[index] = whole[taken + index] }
        taken += count
        return count
      }
      turn += 1
    }
    #expect(writer.frames == whole.count / 2)
    try writer.finish()
    try writer.append(atLeast: 2) { _ in
      Issue.record("asked after the end")
      return 2
    }
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(try bytes == write(format, whole, dithers: true))
  }

  @Test func `reserved space does not change a file, and unused space is freed`() throws {
    let plain = try write(.float32)
    let writer = try WAVWriter(path: path, sampleRate: 44_100, channels: 2, format: .float32)
    writer.prepare(forFrames: 4_000_000)
    try append(Self.samples, to: writer)
    try writer.finish()
    writer.prepare(forFrames: 4_000_000)
    defer { unlink(path) }
    #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) == plain)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_blocks * 512 < 1 << 20)
  }

  @Test(arguments: [0, 10_000_000])
  func `a disk that fills up causes an error within eight blocks, and nothing is written afterwards`(prepared: Int)
    throws
  {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let writer = try WAVWriter(descriptor: full, name: "full", sampleRate: 48_000, channels: 1, format: .float32)
    writer.prepare(forFrames: prepared)
    let block = [Float](repeating: 0.5, count: 1 << 18)
    let error = #expect(throws: FileError.self) { for _ in 0..<8 { try append(block, to: writer) } }
    #expect(error?.cause.contains("No space") == true)
    let frames = writer.frames
    try append(block, to: writer)
    try writer.finish()
    #expect(writer.frames == frames)
  }

  @Test func `an abandoned or released writer waits only for the block in progress`() async throws {
    for isAbandoned in [true, false] {
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      var writer: WAVWriter? = try WAVWriter(
        descriptor: ends[1], name: "pipe", sampleRate: 48_000, channels: 1, format: .float32)
      writer?.prepare(forFrames: 10_000_000)
      // The pipe holds less than the first of these blocks.
      try writer.map { try append([Float](repeating: 0.5, count: 600_000), to: $0) }
      let source = ends[0]
      async let drained = read(all: source)
      if isAbandoned { writer?.abandon() }
      writer = nil
      close(ends[1])
      #expect(await drained <= 1 << 22)
      close(source)
    }
  }

  /// Reads to the end and returns the number of bytes.
  private func read(all descriptor: Int32) async -> Int {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var sum = 0
        while case let count = Glibc.read(descriptor, &bytes, bytes.count), count > 0 { sum += count }
        continuation.resume(returning: sum)
      }
    }
  }

  private func append(_ samples: [Float], to writer: WAVWriter) throws {
    try samples.withUnsafeBufferPointer { (samples) throws(FileError) in try writer.write(samples) }
  }
}
