import TestSupport
import Testing
import ThrumDevice
import ThrumRender
import ThrumSystem

@testable import ThrumOutput

/// When an I/O thread counts as hung, and what happens then, on a manual clock.
@Suite struct WatchdogTests {
  /// A renderer, its lease and an I/O thread that reports activity.
  private final class Scene {
    let system = FakeSystem()
    let rig = LoopRig()
    let thread: ThreadSignals
    let report = PCMReport()
    let watchdog: Watchdog
    var unattended: RenderLease?

    init() {
      thread = ThreadSignals(clock: system)
      let feed = RenderFeed(rig.renderer, lease: rig.lease, noticeDescriptor: -1)
      watchdog = Watchdog(thread, report: report, feed: feed, runtime: system.runtime)
      report.markAlive(system.nanoseconds)
    }

    /// Checks every tenth of a second.
    func watch(_ seconds: Double) {
      for _ in 0..<Int((seconds * 10).rounded()) {
        system.pass(Watchdog.lookSeconds)
        watchdog.look(&unattended)
      }
    }
  }

  @Test func `a thread that hangs for 1.5 s loses its lease to a silent thread, and the stall is reported`() {
    let scene = Scene()
    scene.watch(1.5)
    #expect(scene.rig.lease.isHeld)
    scene.watch(0.2)
    #expect(!scene.rig.lease.isHeld)
    #expect(scene.system.threads == ["thrum-paced"])
    #expect(scene.rig.notices() == [.stalled])
    // The silent thread is started only once.
    scene.watch(10)
    #expect(scene.system.threads == ["thrum-paced"])
  }

  @Test func `a thread that shows activity keeps its lease`() {
    let scene = Scene()
    for _ in 0..<20 {
      scene.watch(1.4)
      scene.report.markAlive(scene.system.nanoseconds)
    }
    #expect(scene.rig.lease.isHeld)
    #expect(scene.system.threads.isEmpty)
  }

  @Test func `a thread that has ended is no longer watched`() {
    let scene = Scene()
    scene.thread.end()
    scene.watch(5)
    #expect(scene.rig.lease.isHeld)
  }

  @Test func `if no silent thread can start, the revoked lease is kept until it is requested`() throws {
    let scene = Scene()
    scene.system.refuseThreads()
    scene.watch(2)
    #expect(!scene.rig.lease.isHeld)
    #expect(scene.unattended != nil)
    guard case .waiting = scene.rig.lease.ask() else { return #expect(Bool(false), "the lease is not given by itself") }
    scene.watch(0.1)
    guard case .granted = scene.rig.lease.ask() else { return #expect(Bool(false), "the lease must come back") }
    #expect(scene.unattended == nil)
  }

  @Test func `a stop waits at most 0.3 s for the watchdog's own thread`() throws {
    let scene = Scene()
    try scene.watchdog.start()
    let begin = scene.system.seconds
    #expect(!scene.watchdog.stop(takingLease: true))
    #expect(abs(scene.system.seconds - begin - 0.3) < 1e-6)
    #expect(!scene.rig.lease.enter())
  }
}
