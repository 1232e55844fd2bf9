import ThrumDevice
import ThrumSystem
import Synchronization

/// Watches a device's I/O thread: when it has hung inside its device for a second and a half, the renderer goes to a paced,
/// silent stand-in, so that players finish and time continues; the engine is notified. Shorter waits are usual: a sound
/// server's first write takes up to 0.9 s.
///
/// When the hung call comes back the I/O thread asks for the lease and the stand-in gives it back; the watch continues.
///
/// - Thread: any.
final class Watchdog: Sendable {
  /// An I/O thread that has not been seen alive for so long hangs, s.
  static let hangSeconds = 1.5
  /// Pause between two looks, s.
  static let lookSeconds = 0.1

  private let watched: ThreadSignals
  private let report: PCMReport
  private let runtime: DeviceRuntime
  private let signals: ThreadSignals
  private let feed: RenderFeed
  private let standIn = Mutex<PacedRendering?>(nil)

  /// Watches the thread behind `watched` and `report`, which renders for `feed`.
  init(_ watched: ThreadSignals, report: PCMReport, feed: RenderFeed, runtime: DeviceRuntime) {
    self.watched = watched
    self.report = report
    self.runtime = runtime
    signals = ThreadSignals(clock: runtime.clock)
    self.feed = feed
  }

  /// Starts the watchdog's thread.
  func start() throws(ThreadError) {
    try runtime.startThread("thrum-watchdog") { [self] in
      var unattended: RenderLease?
      while !isOver {
        sleep()
        look(&unattended)
      }
      signals.end()
    }
  }

  /// Ends the watch and the stand-in; ends the lease when the I/O thread is to be left behind. `false` when a thread of
  /// its own did not end.
  func stop(takingLease: Bool) -> Bool {
    signals.stop()
    let hasEnded = signals.waitForEnd(seconds: 0.3)
    let isAlone = standIn.withLock { $0 }?.stop() ?? true
    if takingLease { feed.lease.end() }
    return hasEnded && isAlone
  }

  private var isOver: Bool { signals.isStopping || watched.hasEnded }

  /// A tenth of a second, or for as long as the I/O thread rests.
  private func sleep() {
    if report.isSuspended, report.awake >= 0 {
      runtime.clock.wait(forEither: signals.wake, or: report.awake)
    } else {
      signals.sleep(until: runtime.clock.nanoseconds + UInt64(Watchdog.lookSeconds * 1e9))
    }
  }

  /// One look at the I/O thread.
  ///
  /// - Parameter unattended: the lease of a stand-in that the system gave no thread for.
  func look(_ unattended: inout RenderLease?) {
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

  /// Whether a stand-in renders; one that has handed over is forgotten.
  private var hasStandIn: Bool {
    standIn.withLock { paced in
      if paced?.hasEnded == true { paced = nil }
      return paced != nil
    }
  }

  /// Moves the renderer to a stand-in. Returns the lease when there is no thread to take it.
  private func replaceHungThread(_ feed: RenderFeed) -> RenderLease? {
    guard let lease = feed.lease.revoke() else { return nil }
    guard lease.enter() else {
      // The I/O thread came back in this very moment.
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
    standIn.withLock { $0 = paced }
    return nil
  }
}
