import CRealtime
import HapticRender
import Synchronization

/// Watches the I/O thread: when it has hung in libasound for a second and a half, the renderer goes to a paced, silent
/// stand-in, so that players finish and time goes on; the engine is told. Shorter waits are usual: a sound server's first
/// write takes up to 0.9 s.
///
/// When the hung call comes back the I/O thread asks for the lease and the stand-in gives it back; the watch goes on.
final class ALSAWatchdog: Sendable {
  private let shared: ALSAShared
  private let signals = ThreadSignals()
  private let feedAddress: UInt
  private let standIn = Mutex<PacedRendering?>(nil)

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

  /// Ends the watch and the stand-in; ends the lease when the I/O thread is to be left behind. `false` when a thread of
  /// its own did not end.
  func stop(takingLease: Bool) -> Bool {
    signals.stop()
    let hasEnded = signals.waitForEnd(seconds: 0.3)
    let isAlone = standIn.withLock { $0 }?.stop() ?? true
    if takingLease { feed?.lease.end() }
    return hasEnded && isAlone
  }

  private func watch() {
    guard let feed else { return }
    // The lease of a stand-in that the system gave no thread for.
    var unattended: RenderLease?
    while !signals.isStopping, !shared.signals.hasEnded {
      sleep()
      if let lease = unattended {
        if lease.handOver() { unattended = nil }
        continue
      }
      guard !hasStandIn else { continue }
      let alive = shared.report.lastAlive
      guard alive > 0, thrum_monotonic_nanoseconds() > alive + 1_500_000_000 else { continue }
      guard !signals.isStopping, !shared.signals.hasEnded else { return }
      unattended = replaceHungThread(feed)
    }
  }

  /// A tenth of a second, or for as long as the I/O thread rests.
  private func sleep() {
    if shared.report.isResting, shared.report.awake >= 0 {
      thrum_event_wait_either(signals.wake, shared.report.awake)
    } else {
      signals.sleep(until: thrum_monotonic_nanoseconds() + 100_000_000)
    }
  }

  /// Whether a stand-in renders; one that has handed over is forgotten.
  private var hasStandIn: Bool {
    standIn.withLock { paced in
      if paced?.hasEnded == true { paced = nil }
      return paced != nil
    }
  }

  /// Moves the renderer to a stand-in. Answers the lease when there is no thread to take it.
  private func replaceHungThread(_ feed: RenderFeed) -> RenderLease? {
    guard let lease = feed.lease.revoke() else { return nil }
    guard lease.enter() else {
      // The I/O thread came back in this very moment.
      lease.handOver()
      return nil
    }
    let rate = feed.renderer.pointee.settings.sampleRate
    _ = feed.renderer.pointee.notices.push(Notice(.stalled, frame: feed.renderer.pointee.now, value: 1))
    lease.leave()
    feed.wakeEngine()
    var feed = feed
    feed.lease = lease
    let paced = PacedRendering(feed, periodFrames: 512, sampleRate: rate)
    do throws(OutputError) { try paced.start() } catch { return lease }
    standIn.withLock { $0 = paced }
    return nil
  }
}
