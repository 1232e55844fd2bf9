import CSndFile
import Foundation
import Testing
import ThrumRender

@testable import ThrumDevice
@testable import ThrumOutput

@Suite struct SoundBudgetTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent("thrum-\(UUID().uuidString).wav")
    .path

  /// Writes a 16-bit stereo file.
  private func write(frames: Int, rate: Int32 = 48_000) throws {
    var info = SF_INFO()
    info.samplerate = rate
    info.channels = 2
    info.format = Int32(SF_FORMAT_WAV) | Int32(SF_FORMAT_PCM_16)
    let file = try #require(sf_open(path, Int32(SFM_WRITE), &info))
    let samples = (0..<(2 * frames)).map { Float($0 % 100) / 200 }
    #expect(sf_writef_float(file, samples, sf_count_t(frames)) == frames)
    sf_close(file)
  }

  @Test func `a sound counts against the budget until it is released`() throws {
    defer { unlink(path) }
    try write(frames: 1000)
    let budget = SoundBudget(limit: 10_000)
    var memory: SoundMemory? = try SoundFileReader(budget: budget).read(path: path)
    #expect(memory?.frames == 1000)
    #expect(budget.bytesUsed == 8000)
    memory = nil
    #expect(budget.bytesUsed == 0)
  }

  @Test func `a sound in use is not decoded again`() throws {
    defer { unlink(path) }
    try write(frames: 1000)
    let budget = SoundBudget(limit: 10_000)
    let reader = SoundFileReader(budget: budget)
    let first = try reader.read(path: path)
    #expect(try reader.read(path: path) === first)
    #expect(budget.bytesUsed == 8000)
  }

  @Test func `a sound beyond the budget is rejected before it is decoded`() throws {
    defer { unlink(path) }
    try write(frames: 1000)
    let budget = SoundBudget(limit: 7999)
    let reader = SoundFileReader(budget: budget)
    let refusal = #expect(throws: SoundError.self) { try reader.read(path: path) }
    #expect(refusal?.reason == .noMemory)
    #expect(refusal?.description.contains(path) == true)
    #expect(budget.bytesUsed == 0)
  }

  @Test func `bytes that a file does not use return to the budget`() throws {
    let budget = SoundBudget(limit: 1 << 20)
    let buffer = try SoundBuffer(frames: 1000, channels: 2, budget: budget, path: path)
    try buffer.append(1000) { _ in 900 }
    let memory = buffer.finish(sampleRate: 44_100)
    #expect(memory?.frames == 900)
    #expect(budget.bytesUsed == 8 * 900)
  }
}
