import Dispatch
import HapticEngine
import HapticPattern
import HapticRender
import Synchronization
import TestSupport
import Testing

/// Engines that the app lets go of while their device still renders.
@Suite(.timeLimit(.minutes(10))) struct DroppedEngineTests {
  /// A device in a test's hands that goes on rendering while it is being closed, as a card that fades out does.
  final class FadingOutput: OutputDevice {
    private let hand: HandDrivenOutput.Hand
    private let output: HandDrivenOutput
    private let closed: DispatchSemaphore

    init(_ hand: HandDrivenOutput.Hand, closed: DispatchSemaphore) {
      self.hand = hand
      self.closed = closed
      output = HandDrivenOutput(hand)
    }

    func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat { try output.open(request) }
    func start(_ feed: RenderFeed) throws(OutputError) { try output.start(feed) }
    func stop() -> Bool {
      for _ in 0..<8 { hand.renderPeriod() }
      defer { closed.signal() }
      return output.stop()
    }
  }

  /// Under AddressSanitizer: a freed schedule is found.
  @Test func `what plays stays in memory until the device has closed, when the engine goes before it`() async throws {
    let hand = HandDrivenOutput.Hand()
    let closed = DispatchSemaphore(value: 0)
    try await playAndDrop(EngineConfiguration { FadingOutput(hand, closed: closed) }, hand)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        closed.wait()
        continuation.resume()
      }
    }
    #expect(hand.samples.count == 2 * 16 * hand.periodFrames)
    #expect((hand.samples.suffix(256).map(abs).max() ?? 0) > 0.02)
  }

  private func playAndDrop(_ configuration: EngineConfiguration, _ hand: HandDrivenOutput.Hand) async throws {
    let engine = try HapticEngine(configuration, in: .realTime())
    try await engine.start()
    let taps = (0..<64).map { PatternEntry.event(Event(type: .hapticTransient, time: 0.05 + Double($0) * 0.001)) }
    let player = try await engine.makePlayer(Pattern(entries: Pattern.buzz(60).entries + taps))
    try await engine.start(player)
    for _ in 0..<8 { hand.renderPeriod() }
  }

  /// A paced device that tells each sample.
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

  @Test func `a stop is answered, and the tap before it felt, when the engine goes right after`() async throws {
    try await patiently {
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
      try inTime(felt.withLock { $0 } > 0.1, "the tap was not felt")
    }
  }

  @Test func `a start is answered when the engine goes before its device has opened`() async throws {
    let hook = RealClockTests.Hook(hangsOpening: true)
    let error: EngineError? = try await withCheckedThrowingContinuation { continuation in
      do {
        let engine = try HapticEngine(
          EngineConfiguration { RealClockTests.HookedOutput(hook) }, in: .realTime())
        engine.start { continuation.resume(returning: $0) }
      } catch { continuation.resume(throwing: error) }
    }
    #expect(error?.code == .engineNotRunning)
    hook.opening.signal()
  }
}
