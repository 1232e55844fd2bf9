import CRealtime
import Synchronization

/// Renders in step with the monotonic clock on a thread of its own: paced silence, or a file that grows in real time.
///
/// It is also the stand-in of a hung device: it takes the revoked lease, time goes on, and it hands the lease over between
/// two quanta and ends when the device's thread asks for it.
public final class PacedRendering: Sendable {
  /// Takes what was rendered: left, right, frames. Runs on the paced thread, outside the real-time region.
  public typealias Sink = (UnsafePointer<Float>, UnsafePointer<Float>, FrameCount) -> Void

  private let signals: ThreadSignals
  private let runtime: DeviceRuntime
  private let feedAddress: UInt
  private let periodQuanta: Int
  private let sampleRate: SampleRate
  private let idleSeconds: Double

  /// Prepares; `periodFrames` is rounded up to whole quanta. After `idleSeconds` of silence the thread rests; never, when
  /// the silence is wanted or a device's thread may ask for the lease.
  public init(
    _ feed: RenderFeed, periodFrames: FrameCount, sampleRate: SampleRate, idleSeconds: Double = .infinity,
    runtime: DeviceRuntime = .system
  ) {
    self.runtime = runtime
    signals = ThreadSignals(clock: runtime.clock)
    self.idleSeconds = idleSeconds
    let copy = UnsafeMutablePointer<RenderFeed>.allocate(capacity: 1)
    copy.initialize(to: feed)
    // Safety: the copy belongs to this object and is read by its thread only, until `deinit`, which the thread's own
    // reference to the object puts off.
    feedAddress = UInt(bitPattern: copy)
    periodQuanta = max(1, (periodFrames + quantumFrames - 1) / quantumFrames)
    self.sampleRate = sampleRate
  }

  deinit { UnsafeMutablePointer<RenderFeed>(bitPattern: feedAddress)?.deallocate() }

  /// Starts the thread. `makeSink` runs on it.
  public func start(_ makeSink: @escaping @Sendable () -> Sink = { { _, _, _ in } }) throws(OutputError) {
    try runtime.startThread("thrum-paced") { [self] in
      run(makeSink())
      signals.end()
    }
  }

  /// Ends the thread; `false` when it has not ended in time: then the lease has been taken from it.
  public func stop(within seconds: Double = 0.3) -> Bool {
    signals.stop()
    if signals.waitForEnd(seconds: seconds) { return true }
    UnsafePointer<RenderFeed>(bitPattern: feedAddress)?.pointee.lease.end()
    return signals.hasEnded
  }

  /// Whether the thread has ended: it was stopped, or it has handed the lease over.
  public var hasEnded: Bool { signals.hasEnded }

  private func run(_ sink: Sink) {
    guard let feed = UnsafePointer<RenderFeed>(bitPattern: feedAddress)?.pointee else { return }
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
        let left = feed.renderer.pointee.left
        let right = feed.renderer.pointee.right
        feed.lease.leave()
        // Outside the lease: a sink may wait for its disk. The buses stay, even when this thread is left behind.
        sink(left, right, quantumFrames)
        if hasNotices { feed.wakeEngine() }
      }
      quanta += periodQuanta
      if idleness.isDue(feed.controls, at: clock.nanoseconds),
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

extension RenderFeed {
  /// Renders a quantum inside the real-time region and answers whether there are notices.
  ///
  /// - Thread: render thread only, inside the lease.
  /// - Real-time: yes.
  @_noLocks
  public func renderQuantum() -> Bool {
    thrum_realtime_enter()
    renderer.pointee.renderQuantum()
    let hasNotices = renderer.pointee.notices.hasContent
    thrum_realtime_exit()
    return hasNotices
  }

  /// Tells the engine that there are notices. A system call: outside the real-time region.
  public func wakeEngine() {
    if noticeDescriptor >= 0 { thrum_event_raise(noticeDescriptor) }
  }
}
