import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing
import ThrumDevice
import ThrumEngine
import ThrumPattern
import ThrumRender
import ThrumTime

@testable import ThrumEngine

/// The system's clock and queues under the engine. Real time, because that is what it tests; the same deadlines on a
/// virtual clock are in `DeviceDeadlineTests`.
@Suite(.enabled(if: Lane.isDevice, Comment(rawValue: Lane.skipMessage))) struct RealClockTests {
  /// A device that hangs while opening until it is signalled.
  private final class Hanging: OutputDevice {
    private let gate: DispatchSemaphore
    init(_ gate: DispatchSemaphore) { self.gate = gate }
    func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
      gate.wait()
      throw OutputError(.failed, device: "hanging", message: "it was released")
    }
    func start(_ feed: RenderFeed) throws(OutputError) {}
    func stop() -> Bool { true }
  }

  // REAL-2
  @Test func `a blocking start on a device that hangs returns after two seconds`() async throws {
    let watch = try Machine.watch(forStallsBeyond: 0.15)
    let gate = DispatchSemaphore(value: 0)
    defer { gate.signal() }
    let engine = try HapticEngine(EngineConfiguration { Hanging(gate) }, in: .realTime())
    let (code, duration) = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        let begin = ContinuousClock.now
        var code: EngineError.Code?
        do throws(EngineError) { try engine.startAndWait() } catch { code = error.code }
        continuation.resume(returning: (code, ContinuousClock.now - begin))
      }
    }
    #expect(code == .engineStartTimeout)
    #expect(duration >= .seconds(2))
    try watch.skipIfStalled()
    #expect(duration < .seconds(2.5))
  }

  // TIME-3
  @Test func `an hour of virtual time with one playback per second takes only seconds`() throws {
    let watch = try Machine.watch(forStallsBeyond: 1)
    let environment = HapticEnvironment.virtual()
    let engine = try HapticEngine(in: environment)
    try engine.startAndWait()
    let player = try engine.withEngine { (engine) throws(EngineError) in try engine.makePlayer(.tap) }
    let begin = ContinuousClock.now
    for _ in 0..<3600 {
      try player.start()
      environment.advance(by: 1)
    }
    let duration = ContinuousClock.now - begin
    #expect(environment.now >= 3600)
    try watch.skipIfStalled()
    // Usually less than a second; waiting for real time would take minutes.
    #expect(duration < .seconds(20))
  }

  @Test func `a cancelled timer releases its queue`() {
    weak var executor: QueueExecutor?
    func ask() {
      let made = QueueExecutor(label: "thrum.test")
      executor = made
      let token = SystemTime().call(at: SystemTime().now + 1000, on: made) { _ = made }
      token.cancel()
    }
    ask()
    // The timer's cancellation is handled on its own queue.
    while executor != nil { sched_yield() }
  }

  @Test func `a timer fires even if its token is discarded`() async {
    let executor = QueueExecutor(label: "thrum.test")
    await withCheckedContinuation { continuation in
      _ = SystemTime().call(at: SystemTime().now + 0.05, on: executor) { continuation.resume() }
    }
  }

  // REAL-7
  @Test func `start, play and stop called back to back play the whole tap on a device with its own thread`()
    async throws
  {
    let watch = try Machine.watch(forStallsBeyond: 0.03)
    var configuration = EngineConfiguration { SilentOutput() }
    configuration.keepsJournal = true
    let engine = try HapticEngine(configuration, in: .realTime())
    try await engine.start()
    let player = try await engine.makePlayer(.tap)
    try player.start()
    try await engine.stop()
    let samples = await engine.samples()
    try watch.skipIfStalled()
    #expect((samples.map(abs).max() ?? 0) > 0.06)
  }
}
