import CRealtime
import HapticRender
import Synchronization

/// Watches the I/O thread: when it has hung in libasound for a second and a half, the renderer goes to a paced, silent
/// thread, so that players finish and time goes on; the engine is told. Shorter waits are usual: a sound server's first
/// write takes up to 0.9 s.
final class ALSAWatchdog: Sendable {
  private let shared: ALSAShared
  private let signals = ThreadSignals()
  private let feedAddress: UInt
  private let replacement = Mutex<PacedRendering?>(nil)

  /// Watches the thread behind `shared`, which renders for `feed`.
  init(shared: ALSAShared, feed: RenderFeed) {
    self.shared = shared
    let copy = UnsafeMutablePointer<RenderFeed>.allocate(capacity: 1)
    copy.initialize(to: feed)
    // Safety: the copy belongs to this object until `deinit`.
    feedAddress = UInt(bitPattern: copy)
  }

  deinit { UnsafeMutablePointer<RenderFeed>(bitPattern: feedAddress)?.deallocate() }

  private var feed: RenderFeed? { UnsafePointer<RenderFeed>(bitPattern: feedAddress)?.pointee }

  func start() throws(OutputError) {
    try startThread("thrum-watchdog") { [self] in
      watch()
      signals.end()
    }
  }

  /// Ends the watch and the replacement; takes the lease when the I/O thread is to be left behind.
  func stop(takingLease: Bool) -> Bool {
    signals.stop()
    _ = signals.waitForEnd(seconds: 0.3)
    let paced = replacement.withLock { $0 }
    if let paced { return paced.stop() }
    if takingLease { _ = feed?.lease.revoke() }
    return true
  }

  private func watch() {
    while !signals.isStopping, !shared.signals.hasEnded {
      signals.sleep(until: thrum_monotonic_nanoseconds() + 100_000_000)
      let alive = shared.report.lastAlive
      guard alive > 0, thrum_monotonic_nanoseconds() > alive + 1_500_000_000 else { continue }
      guard !signals.isStopping, !shared.signals.hasEnded else { return }
      replaceHungThread()
      return
    }
  }

  private func replaceHungThread() {
    guard var feed, let lease = feed.lease.revoke() else { return }
    feed.lease = lease
    guard lease.enter() else { return }
    let rate = feed.renderer.pointee.settings.sampleRate
    _ = feed.renderer.pointee.notices.push(
      Notice(.stalled, frame: feed.renderer.pointee.now, value: 1))
    lease.leave()
    feed.wakeEngine()
    let paced = PacedRendering(feed, periodFrames: 512, sampleRate: rate)
    do throws(OutputError) { try paced.start() } catch { return }
    replacement.withLock { $0 = paced }
  }
}
