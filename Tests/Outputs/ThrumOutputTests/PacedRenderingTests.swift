import Synchronization
import TestSupport
import Testing
import ThrumDevice
import ThrumRender
import ThrumSystem

@testable import ThrumOutput

/// Rendering in step with a manual clock.
@Suite struct PacedRenderingTests {
  @Test func `paced rendering produces as many frames as the elapsed time requires`() throws {
    let system = FakeSystem()
    let rig = LoopRig()
    let feed = RenderFeed(rig.renderer, lease: rig.lease, noticeDescriptor: -1)
    struct Started { var body: (@Sendable () -> Void)? }
    let thread = Mutex(Started())
    let runtime = DeviceRuntime(clock: system) { _, body throws(ThreadError) in thread.withLock { $0.body = body } }
    let paced = PacedRendering(feed, periodFrames: 512, sampleRate: 48_000, runtime: runtime)
    let frames = Mutex(0)
    try paced.start { { _, _, count in frames.withLock { $0 += count } } }
    // The thread's body runs right here; another thread stops it after ten seconds.
    system.at(10) { _ = paced.stop(within: 0) }
    thread.withLock { $0.body }?()
    #expect(abs(frames.withLock { $0 } - 480_000) <= 1024)
    #expect(paced.hasEnded)
  }

  @Test func `a thread that does not end in time loses the lease`() throws {
    let system = FakeSystem()
    let rig = LoopRig()
    let feed = RenderFeed(rig.renderer, lease: rig.lease, noticeDescriptor: -1)
    let paced = PacedRendering(feed, periodFrames: 512, sampleRate: 48_000, runtime: system.runtime)
    try paced.start()
    #expect(!paced.stop(within: 0.3))
    #expect(abs(system.seconds - 0.3) < 1e-6)
    #expect(!rig.lease.enter())
  }
}
