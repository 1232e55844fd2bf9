import CLinux
import ThrumSystem

/// Renders on its own thread, in step with the monotonic clock.
///
/// Also replaces a hung device: holds the revoked lease until the device's thread asks for it back.
package final class PacedRendering: Sendable {
  /// Receives the left and right samples and their count, on the paced thread, outside the real-time region.
  package typealias Sink = (UnsafePointer<Float>, UnsafePointer<Float>, FrameCount) -> Void

  private let signals: ThreadSignals
  private let runtime: DeviceRuntime
  private let feed: RenderFeed
  private let periodQuanta: Int
  private let sampleRate: SampleRate
  private let idleSeconds: Double

  /// `periodFrames` is rounded up to whole quanta.
  ///
  /// The thread is suspended after `idleSeconds` of silence. Keep the default, `.infinity`, if silence must be rendered
  /// or a device's thread can ask for the lease.
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

  /// Starts the thread, which first calls `makeSink`.
  package func start(_ makeSink: @escaping @Sendable () -> Sink = { { _, _, _ in } }) throws(OutputError) {
    do throws(ThreadError) {
      try runtime.startThread("thrum-paced") { [self] in
        run(makeSink())
        signals.end()
      }
    } catch { throw OutputError(error) }
  }

  /// Stops the thread. If it has not ended in time, revokes its lease and returns `false`.
  package func stop(within seconds: Double = 0.3) -> Bool {
    signals.stop()
    if signals.waitForEnd(seconds: seconds) { return true }
    feed.lease.end()
    return signals.hasEnded
  }

  /// Also true once the lease has been handed over.
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
        // Outside the lease, since a sink may wait for its disk. The buses stay valid even if this thread is abandoned.
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
