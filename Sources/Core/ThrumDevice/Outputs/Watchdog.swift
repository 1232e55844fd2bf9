import Synchronization
import ThrumSystem

/// If a device's thread hangs in a call for 1.5 s, or a host does not pull for that long, moves the renderer to a
/// paced, silent stand-in until the thread is back. The first write to a server can take 0.9 s by itself.
package final class Watchdog: Sendable {
  package static let hangSeconds = 1.5
  package static let lookSeconds = 0.1

  /// What a watched thread reports.
  package protocol Report: Sendable {
    /// Monotonic ns; 0 before the first sign of life.
    var lastAlive: UInt64 { get }
    /// Whether the thread rests on purpose.
    var isSuspended: Bool { get }
    /// Eventfd raised at the end of a suspension, or −1.
    var awake: Int32 { get }
  }

  private let watched: ThreadSignals
  private let report: any Report
  private let runtime: DeviceRuntime
  private let signals: ThreadSignals
  private let feed: RenderFeed
  private let silentRendering = Mutex<PacedRendering?>(nil)

  package init(_ watched: ThreadSignals, report: any Report, feed: RenderFeed, runtime: DeviceRuntime) {
    self.watched = watched
    self.report = report
    self.runtime = runtime
    signals = ThreadSignals(clock: runtime.clock)
    self.feed = feed
  }

  package func start() throws(ThreadError) {
    try runtime.startThread("thrum-watchdog") { [self] in
      var unattended: RenderLease?
      while !isOver {
        sleep()
        look(&unattended)
      }
      signals.end()
    }
  }

  /// Stops watching, and ends the lease if the I/O thread is abandoned. Returns `false` if a thread does not end.
  package func stop(takingLease: Bool) -> Bool {
    signals.stop()
    let hasEnded = signals.waitForEnd(seconds: 0.3)
    let isAlone = silentRendering.withLock { $0 }?.stop() ?? true
    if takingLease { feed.lease.end() }
    return hasEnded && isAlone
  }

  private var isOver: Bool { signals.isStopping || watched.hasEnded }

  private func sleep() {
    if report.isSuspended, report.awake >= 0 {
      runtime.clock.wait(forEither: signals.wake, or: report.awake)
    } else {
      signals.sleep(until: runtime.clock.nanoseconds + UInt64(Watchdog.lookSeconds * 1e9))
    }
  }

  /// - Parameter unattended: lease of a stand-in without a thread.
  package func look(_ unattended: inout RenderLease?) {
    guard !isOver else { return }
    if let lease = unattended {
      if lease.handOver() { unattended = nil }
      return
    }
    guard !hasStandIn, isHanging else { return }
    unattended = replaceHungThread(feed)
  }

  private var isHanging: Bool {
    let alive = report.lastAlive
    return alive > 0 && runtime.clock.nanoseconds > alive + UInt64(Watchdog.hangSeconds * 1e9)
  }

  /// Whether a stand-in is rendering. Discards one that has handed over its lease.
  private var hasStandIn: Bool {
    silentRendering.withLock { paced in
      if paced?.hasEnded == true { paced = nil }
      return paced != nil
    }
  }

  /// Returns the revoked lease if the stand-in's thread cannot be started.
  private func replaceHungThread(_ feed: RenderFeed) -> RenderLease? {
    guard let lease = feed.lease.revoke() else { return nil }
    guard lease.enter() else {
      lease.handOver()
      return nil
    }
    feed.post(.stalled, frame: feed.status.renderedFrames)
    lease.leave()
    feed.wakeEngine()
    var feed = feed
    feed.lease = lease
    let paced = PacedRendering(feed, periodFrames: 512, sampleRate: feed.sampleRate, runtime: runtime)
    do throws(OutputError) { try paced.start() } catch { return lease }
    silentRendering.withLock { $0 = paced }
    return nil
  }
}
