import Foundation
import Testing
import ThrumEngine

@testable import ThrumTesting

@Suite(.haptics(mayBeUnused: true)) struct SnapshotTests {
  /// Runs `body` with a temporary snapshot folder.
  private func inFolder(isRecording: Bool = false, _ body: (Folder) async throws -> Void) async throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("thrum-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let settings = Snapshot.Settings(
      isRecording: isRecording, artifacts: root.appendingPathComponent("artifacts"), folder: root)
    try await Snapshot.$settings.withValue(settings) { try await body(Folder(root: root)) }
  }

  private struct Folder {
    let root: URL
    func stored(_ name: String) -> URL { root.appendingPathComponent("__Snapshots__/SnapshotTests/\(name)") }
    func artifact(_ name: String) -> URL { root.appendingPathComponent("artifacts/SnapshotTests/\(name)") }
    func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }
  }

  private func playTap(after delay: Double = 0.1) async throws -> HapticEngine {
    let engine = try await Sample.runningEngine()
    try await Sample.play(Sample.tap, on: engine, after: delay)
    await HapticEnvironment.current.advance(by: 0.3)
    return engine
  }

  @Test func `the snapshots stored in the repository still match`() async throws {
    let engine = try await playTap()
    expectSnapshot(named: "tap")
    expectSnapshot(named: "tap", as: .json)
    expectSnapshot(named: "tap", as: .envelope)
    try await engine.stop()
  }

  @Test(arguments: [SnapshotFormat.text, .json, .wav(), .envelope])
  func `a missing snapshot is recorded and fails the test, then matches`(format: SnapshotFormat) async throws {
    let engine = try await playTap()
    try await inFolder { folder in
      let text = await failures { expectSnapshot(named: "a/b c", as: format) }
      #expect(text.contains("did not exist and was created"))
      #expect(folder.exists(folder.stored("a-b-c.\(format.fileExtension)")))
      expectSnapshot(named: "a/b c", as: format)
    }
    try await engine.stop()
  }

  @Test func `recording a snapshot always fails the test, whether an argument or the environment requests it`()
    async throws
  {
    try await inFolder { _ in
      for _ in 0..<2 {
        let text = await failures { expectSnapshot(named: "x", isRecording: true) }
        #expect(text.contains("was recorded; recording always fails the test"))
      }
      expectSnapshot(named: "x")
    }
    try await inFolder(isRecording: true) { _ in
      #expect(await failures { expectSnapshot(named: "x") }.contains("was recorded"))
    }
  }

  @Test func `a difference is shown line by line with the path of the new file`() async throws {
    try await inFolder { folder in
      let engine = try await playTap()
      _ = await failures { expectSnapshot(named: "tap") }
      try await Sample.play(Sample.rumble, on: engine)
      let text = await failures { expectSnapshot(named: "tap") }
      #expect(text.contains("+     0.300000  engine 1  player 2   player.start (at now)"))
      #expect(text.contains(folder.artifact("tap.txt").path))
      #expect(folder.exists(folder.artifact("tap.txt")))
    }
  }

  @Test func `samples are compared bit by bit, or with a tolerance`() async throws {
    try await inFolder { _ in
      let samples = HapticSamples([0, 0.5, -0.5, 1])
      _ = await failures { expectSnapshot(named: "s", as: .wav(), of: samples) }
      var other = samples
      other.interleaved[2] += 0.01
      let text = await failures { expectSnapshot(named: "s", as: .wav(), of: other) }
      #expect(text.contains("1 of 4 samples differ, the first in frame 1 (0.000021 s); the largest difference is "))
      expectSnapshot(named: "s", as: .wav(tolerance: 0.02), of: other)
      other.interleaved += [0, 0]
      let longer = await failures { expectSnapshot(named: "s", as: .wav(tolerance: 0.02), of: other) }
      #expect(longer.contains("there are 3 frames; the stored file has 2"))
    }
  }

  @Test func `an envelope snapshot tolerates 0.1 dB but not 1 dB`() async throws {
    try await inFolder { _ in
      var samples = HapticSamples([Float](repeating: 0.25, count: 4800))
      _ = await failures { expectSnapshot(named: "e", as: .envelope, of: samples) }
      samples.interleaved = samples.interleaved.map { $0 * 1.012 }
      expectSnapshot(named: "e", as: .envelope, of: samples)
      samples.interleaved = samples.interleaved.map { $0 * 1.12 }
      let text = await failures { expectSnapshot(named: "e", as: .envelope, of: samples) }
      #expect(text.contains("5 of 5 levels differ by more than 0.2 dB"))
      #expect(text.contains("- 0.000  -12.0") && text.contains("+ 0.000  -11.0"))
    }
  }

  @Test func `a written WAV file is read back unchanged, and other data is rejected`() {
    let samples = HapticSamples([0, -1, .leastNonzeroMagnitude, 0.1], sampleRate: 44_100)
    #expect(FloatWAV.samples(FloatWAV.data(samples)) == samples)
    #expect(FloatWAV.data(samples).count == 56 + 16)
    #expect(FloatWAV.samples(Data()) == nil)
    #expect(FloatWAV.samples(Data(repeating: 7, count: 100)) == nil)
  }

  @Test func `a difference in a long text shows its line number`() throws {
    let old = (0..<1000).map { "line \($0)" }.joined(separator: "\n")
    let new = old.replacingOccurrences(of: "line 500\n", with: "line five hundred\n")
    let text = try #require(LineDifference.text(stored: old, new: new))
    #expect(
      text == """
        from line 501 (- stored, + new):
          line 498
          line 499
        - line 500
        + line five hundred
          line 501
          line 502
        """)
    #expect(LineDifference.text(stored: old, new: old) == nil)
  }
}
