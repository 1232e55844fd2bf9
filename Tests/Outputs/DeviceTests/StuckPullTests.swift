import Glibc
import Synchronization
import TestSupport
import Testing
import ThrumDevice
import ThrumEngine
import ThrumSystem

/// Raised once a pull from ``StuckRenderer`` has begun.
///
/// Safety: made once, never freed, and only used by calls that any thread may make at any time.
private nonisolated(unsafe) let stuck: UnsafeMutablePointer<sem_t> = {
  let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  sem_init(semaphore, 0, 0)
  return semaphore
}()
/// Whether the pull may end.
private let mayLeave = Atomic<Bool>(false)

/// A renderer that does not come back, as if the host's thread was stopped.
private struct StuckRenderer {
  let memory = UnsafeMutablePointer<Float>.allocate(capacity: 64)
  let status = RenderStatus(sampleRate: 48_000)
  let lease = RenderLease()

  var feed: RenderFeed {
    RenderFeed(
      renderer: UnsafeMutableRawPointer(memory),
      constants: RenderFeed.Constants(left: memory, right: memory, latency: 0, sampleRate: 48_000), status: status,
      lease: lease, noticeDescriptor: -1, wakeDescriptor: -1, lent: nil,
      calls: RenderFeed.Calls(
        render: { _ in
          sem_post(stuck)
          while !mayLeave.load(ordering: .acquiring) {}
          return 0
        },
        post: { _, _, _, _ in true }, silence: { _ in }, idleFrame: { _ in -1 }, fastForward: { _, _ in }))
  }

  init() {
    memory.initialize(repeating: 0.5, count: 64)
    // Globals are made at their first use, which must not be in the real-time region.
    _ = (stuck, mayLeave.load(ordering: .relaxed))
  }

  func free() { memory.deallocate() }
}

private final class Rendered: Sendable {
  let frames = Atomic<Int>(-1)
}

/// A host's thread that does not leave its pull, in real time.
@Suite(.enabled(if: Lane.isDevice, "needs the system's clock")) struct StuckPullTests {
  private static func pull(_ port: PullPort) -> Int {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 128) { buffer in
      buffer.baseAddress.map { port.pull(into: $0, frames: 64) } ?? -1
    }
  }

  @Test func `a thread that stays in its pull holds up no stop and no release, and keeps its place`() throws {
    let renderer = StuckRenderer()
    defer { renderer.free() }
    let driver = try PulledOutput.Driver()
    let port = driver.port
    let output = PulledOutput(driver)
    _ = try output.open(OutputRequest())
    try output.start(renderer.feed)
    let ended = ThreadSignals()
    let rendered = Rendered()
    try startThread("pull") {
      rendered.frames.store(StuckPullTests.pull(port), ordering: .releasing)
      ended.end()
    }
    #expect(sem_wait(stuck) == 0)
    #expect(StuckPullTests.pull(port) == 0, "one thread at a time")
    let begin = ContinuousClock.now
    #expect(!output.stop())
    #expect(ContinuousClock.now - begin < .seconds(10))
    #expect(!port.isVacant && !port.open(renderer.feed, at: 0))
    driver.retire()
    #expect(!port.isVacant && StuckPullTests.pull(port) == 0)
    mayLeave.store(true, ordering: .releasing)
    #expect(ended.waitForEnd(seconds: 60))
    #expect(port.isVacant)
    // What had begun was completed, in memory that is still there.
    #expect(rendered.frames.load(ordering: .acquiring) == 64)
  }
}
