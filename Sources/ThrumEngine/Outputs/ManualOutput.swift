import CRealtime
import ThrumRender
import Synchronization

/// An output that renders only when it is told to, period by period, and keeps what it made: a card that a test drives.
///
/// The engine owns the output; the test holds its ``Driver``.
public final class ManualOutput: OutputDevice {
  /// What drives the output. Thread-safe; each call renders on the caller's thread.
  public final class Driver: Sendable {
    /// Frames a period; whole quanta.
    public let periodFrames: FrameCount
    private struct State {
      /// Address of the feed while the output runs, else 0.
      var feed: UInt = 0
      var samples: [Float] = []
    }
    private let state = Mutex(State())

    /// A driver for periods of at least `periodFrames`.
    public init(periodFrames: FrameCount = 256) {
      self.periodFrames = max(1, (periodFrames + quantumFrames - 1) / quantumFrames) * quantumFrames
    }

    /// What has been rendered, interleaved left and right.
    public var samples: [Float] { state.withLock { $0.samples } }

    /// Renders a period; nothing while the output does not run.
    public func renderPeriod() {
      state.withLock { state in
        guard let feed = UnsafePointer<RenderFeed>(bitPattern: state.feed)?.pointee, feed.lease.enter() else { return }
        let mode = thrum_flush_denormals()
        var hasNotices = false
        for _ in 0..<(periodFrames / quantumFrames) {
          if feed.renderQuantum() { hasNotices = true }
          for frame in 0..<quantumFrames {
            state.samples.append(feed.renderer.pointee.left[frame])
            state.samples.append(feed.renderer.pointee.right[frame])
          }
        }
        thrum_restore_float_mode(mode)
        feed.lease.leave()
        if hasNotices { feed.wakeEngine() }
      }
    }

    fileprivate func take(_ address: UInt) { state.withLock { $0.feed = address } }
  }

  private let driver: Driver
  private var copy: UnsafeMutablePointer<RenderFeed>?

  /// An output that `driver` renders.
  public init(_ driver: Driver) { self.driver = driver }

  deinit { copy?.deallocate() }

  /// Agrees to the rate; a buffer of four periods.
  public func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    OutputFormat(
      name: "manual", sampleRate: request.sampleRate, periodFrames: driver.periodFrames,
      bufferFrames: 4 * driver.periodFrames)
  }

  /// Gives the feed to the driver.
  public func start(_ feed: RenderFeed) throws(OutputError) {
    // Safety: the copy stays until the output goes, and the driver lets go of it in `stop`, under its lock.
    let copy = UnsafeMutablePointer<RenderFeed>.allocate(capacity: 1)
    copy.initialize(to: feed)
    self.copy = copy
    driver.take(UInt(bitPattern: copy))
  }

  /// Takes the feed back.
  public func stop() -> Bool {
    driver.take(0)
    return true
  }
}
