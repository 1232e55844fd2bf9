import Dispatch
import HapticEngine
import HapticPattern
import HapticRender
import Synchronization
import TestSupport
import Testing

/// The engine in real time over devices that hang, fail or go away. Nothing here waits for a length of time: where a
/// call must not wait, the device hangs until the test lets it go.
@Suite(.timeLimit(.minutes(10))) struct RealClockTests {
  /// Where a device hangs until it is let go.
  final class Hook: Sendable {
    let isOpening = DispatchSemaphore(value: 0)
    let opening = DispatchSemaphore(value: 0)
    let closing = DispatchSemaphore(value: 0)
    /// Raised by each device that has closed.
    let closed = DispatchSemaphore(value: 0)
    let opened = Atomic<Int>(0)
    let hangsOpening: Bool
    let hangsClosing: Bool
    /// How long the device says that its closing may take, s.
    let closingSeconds: Double
    init(hangsOpening: Bool = false, hangsClosing: Bool = false, closingSeconds: Double = 0.3) {
      self.hangsOpening = hangsOpening
      self.hangsClosing = hangsClosing
      self.closingSeconds = closingSeconds
    }
    deinit {
      opening.signal()
      closing.signal()
      isOpening.signal()
    }
  }

  /// A paced silent device with hooks. The first one hangs; those that follow do not.
  final class HookedOutput: OutputDevice {
    private let hook: Hook
    private let silence = SilentOutput()
    private var isFirst = false
    init(_ hook: Hook) { self.hook = hook }

    func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
      isFirst = hook.opened.wrappingAdd(1, ordering: .relaxed).oldValue == 0
      if isFirst, hook.hangsOpening {
        hook.isOpening.signal()
        hook.opening.wait()
      }
      var format = try silence.open(request)
      format.closingSeconds = hook.closingSeconds
      return format
    }
    func start(_ feed: RenderFeed) throws(OutputError) { try silence.start(feed) }
    func stop() -> Bool {
      if isFirst, hook.hangsClosing { hook.closing.wait() }
      defer { hook.closed.signal() }
      return silence.stop()
    }
  }

  private func engine(_ hook: Hook) throws -> HapticEngine {
    try HapticEngine(EngineConfiguration { HookedOutput(hook) }, in: .realTime())
  }

  // REAL-1
  @Test func `while a device hangs in its opening no call waits for it, and a stop is answered`() async throws {
    let hook = Hook(hangsOpening: true)
    let engine = try engine(hook)
    let player = try await engine.makePlayer(.tap)
    let (answers, answer) = AsyncStream<EngineError?>.makeStream()
    // The call has been taken in when it returns.
    engine.start { answer.yield($0) }
    #expect(await engine.state == .starting)
    let refusal = #expect(throws: EngineError.self) {
      try engine.enter { (engine) throws(EngineError) in try engine.start(player) }
    }
    #expect(refusal?.code == .engineNotRunning)
    #expect(engine.currentTime > 0)
    await engine.stop()
    var iterator = answers.makeAsyncIterator()
    #expect(await iterator.next()??.code == .engineNotRunning)
    #expect(await engine.state == .stopped)
    // The device still hangs; another start gets another device.
    try await engine.start()
    #expect(await engine.isRunning)
    hook.opening.signal()
    await engine.stop()
  }

  // REAL-2
  @Test func `a device that never opens ends the start with engineStartTimeout`() async throws {
    let hook = Hook(hangsOpening: true)
    let engine = try engine(hook)
    let error = await #expect(throws: EngineError.self) { try await engine.start() }
    #expect(error?.code == .engineStartTimeout)
    #expect(await engine.state == .stopped)
    hook.opening.signal()
  }

  // REAL-3
  @Test func `a blocking start waits for the device, not for ever`() async throws {
    let hook = Hook(hangsOpening: true)
    let engine = try engine(hook)
    let code = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        do throws(EngineError) {
          try engine.startAndWait()
          continuation.resume(returning: nil as EngineError.Code?)
        } catch { continuation.resume(returning: error.code) }
      }
    }
    #expect(code == .engineStartTimeout)
    hook.opening.signal()
    // One that opens after a while is waited for.
    let late = Hook(hangsOpening: true)
    let patient = try self.engine(late)
    DispatchQueue.global().async {
      late.isOpening.wait()
      late.opening.signal()
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        #expect(throws: Never.self) { try patient.startAndWait() }
        continuation.resume()
      }
    }
    #expect(await patient.isRunning)
    await patient.stop()
  }

  // REAL-4
  @Test func `a device that hangs in its closing is left behind: the stop is answered, and a start gets another`()
    async throws
  {
    let hook = Hook(hangsClosing: true)
    let engine = try engine(hook)
    try await engine.start()
    let player = try await engine.makePlayer(.buzz(60))
    try await engine.start(player)
    async let ended = engine.untilFinished(player)
    await engine.stop()
    #expect(await ended == nil)
    #expect(await engine.state == .stopped)
    try await engine.start()
    try await engine.start(player)
    #expect(await engine.isActive(player))
    await engine.stop()
    hook.closing.signal()
  }

  // REAL-13
  @Test func `a start that waits for the end of the run before is given up in time, and does not follow later`()
    async throws
  {
    let hook = Hook(hangsClosing: true, closingSeconds: 30)
    let engine = try engine(hook)
    try await engine.start()
    let (ends, end) = AsyncStream<Void>.makeStream()
    engine.stop { _ in end.yield() }
    #expect(await engine.state == .stopping)
    let error = await #expect(throws: EngineError.self) { try await engine.start() }
    #expect(error?.code == .engineStartTimeout)
    hook.closing.signal()
    var iterator = ends.makeAsyncIterator()
    await iterator.next()
    #expect(await engine.state == .stopped)
    #expect(hook.opened.load(ordering: .relaxed) == 1)
    try await engine.start()
    #expect(await engine.isRunning)
    await engine.stop()
  }

  // REAL-5
  @Test func `a player that is started while its engine stops starts it again when auto-shutdown is on`() async throws {
    let engine = try engine(Hook())
    await engine.setAutoShutdownEnabled(true)
    let player = try await engine.makePlayer(.tap)
    try await engine.start(player)
    #expect(await engine.untilFinished(player) == nil)
    engine.stop(completion: nil)
    try await engine.start(player)
    #expect(await engine.untilFinished(player) == nil)
    #expect(await engine.isRunning)
    await engine.stop()
  }

  // REAL-6
  @Test func `a player whose engine cannot start completes with the reason`() async throws {
    struct Refusal: Error {}
    final class Refusing: OutputDevice {
      func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
        throw OutputError(.noDevice, device: "none", message: "there is none")
      }
      func start(_ feed: RenderFeed) throws(OutputError) {}
      func stop() -> Bool { true }
    }
    let engine = try HapticEngine(EngineConfiguration { Refusing() }, in: .realTime())
    await engine.setAutoShutdownEnabled(true)
    let player = try await engine.makePlayer(.tap)
    let error: EngineError? = await withCheckedContinuation { continuation in
      engine.enter { engine in
        engine.setCompletionHandler(player) { continuation.resume(returning: $0) }
        do throws(EngineError) { try engine.start(player) } catch { continuation.resume(returning: error) }
      }
    }
    #expect(error?.code == .serverInitFailed)
    #expect(error?.output?.reason == .noDevice)
  }

  // REAL-7
  @Test func `the tap idiom is felt whole on a device that renders by itself`() async throws {
    try await patiently {
      var configuration = EngineConfiguration { SilentOutput() }
      configuration.keepsJournal = true
      let engine = try HapticEngine(configuration, in: .realTime())
      try await engine.start()
      let player = try await engine.makePlayer(.tap)
      try await engine.start(player)
      await engine.stop()
      let samples = await engine.samples()
      try inTime((samples.map(abs).max() ?? 0) > 0.1, "the tap was not felt")
    }
  }

  // REAL-8
  @Test func `an engine that goes while it runs closes its device and tells its stopped handler`() async throws {
    let hook = Hook()
    let reason = await withCheckedContinuation {
      (continuation: CheckedContinuation<HapticEngine.StoppedReason, Never>) in
      Task {
        let engine = try self.engine(hook)
        await engine.setStoppedHandler { continuation.resume(returning: $0) }
        try await engine.start()
      }
    }
    #expect(reason == .engineDestroyed)
    let hasClosed = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: hook.closed.wait(timeout: .now() + 300) == .success)
      }
    }
    #expect(hasClosed)
  }
}
