import Synchronization
import TestSupport
import Testing
import ThrumDevice
import ThrumEngine
import ThrumPattern
import ThrumRender

/// An engine that the app releases while its device still renders. Real time, because the device's own thread has to
/// be fast enough to play the tap.
@Suite(.enabled(if: Lane.isDevice, Comment(rawValue: Lane.skipMessage))) struct DroppedEngineTests {
  /// A paced device that passes on each sample.
  final class Listening: OutputDevice {
    private let felt: @Sendable (Float) -> Void
    private var paced: PacedRendering?
    init(_ felt: @escaping @Sendable (Float) -> Void) { self.felt = felt }
    func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
      OutputFormat(name: "listening", sampleRate: 48_000, periodFrames: 256, bufferFrames: 256)
    }
    func start(_ feed: RenderFeed) throws(OutputError) {
      let paced = PacedRendering(feed, periodFrames: 256, sampleRate: 48_000)
      let felt = felt
      try paced.start { { left, _, frames in for frame in 0..<frames { felt(left[frame]) } } }
      self.paced = paced
    }
    func stop() -> Bool { paced?.stop() ?? true }
  }

  @Test func `a stop completes, and the tap before it still plays, even if the engine is released right afterwards`()
    async throws
  {
    let watch = try Machine.watch(forStallsBeyond: 0.03)
    let felt = Mutex<Float>(0)
    let configuration = EngineConfiguration {
      Listening { sample in felt.withLock { $0 = max($0, abs(sample)) } }
    }
    let error: EngineError? = try await withCheckedThrowingContinuation { continuation in
      Task {
        do {
          let engine = try HapticEngine(configuration, in: .realTime())
          try await engine.start()
          try await engine.playPattern(.tap)
          engine.stop { continuation.resume(returning: $0) }
        } catch { continuation.resume(throwing: error) }
      }
    }
    #expect(error == nil)
    try watch.skipIfStalled()
    #expect(felt.withLock { $0 } > 0.06)
  }
}
