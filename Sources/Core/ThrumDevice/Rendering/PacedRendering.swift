import CRealtime
import ThrumSystem

/// Renders in step with the monotonic clock on a thread of its own: paced silence, or a file that grows in real time.
///
/// It is also the stand-in of a hung device: it takes the revoked lease, time continues, and it hands the lease over between
/// two quanta and ends when the device's thread asks for it.
///
/// - Thread: any.
package final class PacedRendering: Sendable {
  /// Takes what was rendered: left, right, frames. Runs on the paced thread, outside the real-time region.
  package typealias Sink = (UnsafePointer<Float>, UnsafePointer<Float>, FrameCount) -> Void

  private let signals: ThreadSignals
  private let runtime: DeviceRuntime
  private let feed: RenderFeed
  private let periodQuanta: Int
  private let sampleRate: SampleRate
  private let idleSeconds: Double

  /// Prepares; `periodFrames` is rounded up to whole quanta. After `idleSeconds` of silence the thread rests; never, when
  /// the silence is wanted or a device's thread may ask for the lease.
  package init(
    _ feed: RenderFeed, periodFrames: FrameCount, sampleRate: SampleRate, idleSeconds: Double = .infinity,
    runtime: DeviceRuntime = .system
  ) {
    self.runtime = runtime
    signals = ThreadSignals(clock: runtime.clock)
    self.idleSeconds = idleSeconds
    self.feed = feed
    periodQuanta = max(1, (periodFrames + quantumFrames - 1) / quantumFrames)
    self.sampleRate = sampleRate
  }

  /// Starts the thread. `makeSink` runs on it.
  package func start(_ makeSink: @escaping @Sendable () -> Sink = { { _, _, _ in } }) throws(OutputError) {
    do throws(ThreadError) {
      try runtime.startThread("thrum-paced") { [self] in
        run(makeSink())
        signals.end()
      }
    } catch { throw OutputError(error) }
  }

  /// Ends the thread; `false` when it has not ended in time: then the lease has been taken from it.
  package func stop(within seconds: Double = 0.3) -> Bool {
    signals.stop()
    if signals.waitForEnd(seconds: seconds) { return true }
    feed.lease.end()
    return signals.hasEnded
  }

  /// Whether the thread has ended: it was stopped, or it has handed the lease over.
  package var hasEnded: Bool { signals.hasEnded }

  private func run(_ sink: Sink) {
    let mode = thrum_flush_denormals()
    let clock = runtime.clock
    var begin = clock.nanoseconds
    let quantumNanoseconds = Double(quantumFrames) / sampleRate * 1e9
    var quanta = 0
    var idleness = Idleness(seconds: idleSeconds)
    while !signals.isStopping {
      for _ in 0..<periodQuanta where !signals.isStopping {
        guard feed.lease.enter() else {
          feed.lease.handOver()
          return
        }
        let hasNotices = feed.renderQuantum()
        feed.lease.leave()
        // Outside the lease: a sink may wait for its disk. The buses stay, even when this thread is left behind.
        sink(feed.left, feed.right, quantumFrames)
        if hasNotices { feed.wakeEngine() }
      }
      quanta += periodQuanta
      if idleness.isDue(feed.status, at: clock.nanoseconds),
        feed.suspendWhenIdle(signals, ahead: periodQuanta * quantumFrames, begin: {})
      {
        idleness.reset()
        begin = clock.nanoseconds
        quanta = 0
        continue
      }
      signals.sleep(until: begin + UInt64(Double(quanta) * quantumNanoseconds))
    }
    thrum_restore_float_mode(mode)
  }
}
