import CRealtime
import ThrumDevice
import ThrumRender
import Synchronization

/// An output that renders only when it is told to, period by period, and keeps what it made: a card that a test drives.
///
/// The engine owns the output; the test holds its ``Driver``.
///
/// - Thread: the engine's calls on its device queue; the driver's on the test's.
public final class ManualOutput: OutputDevice {
  /// What drives the output. Thread-safe; each call renders on the caller's thread.
  public final class Driver: Sendable {
    /// Frames a period; whole quanta.
    public let periodFrames: FrameCount
    private struct State {
      /// While the output runs.
      var feed: RenderFeed?
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
        guard let feed = state.feed, feed.lease.enter() else { return }
        let mode = thrum_flush_denormals()
        var hasNotices = false
        for _ in 0..<(periodFrames / quantumFrames) {
          if feed.renderQuantum() { hasNotices = true }
          for frame in 0..<quantumFrames {
            state.samples.append(feed.left[frame])
            state.samples.append(feed.right[frame])
          }
        }
        thrum_restore_float_mode(mode)
        feed.lease.leave()
        if hasNotices { feed.wakeEngine() }
      }
    }

    fileprivate func take(_ feed: RenderFeed?) { state.withLock { $0.feed = feed } }
  }

  private let driver: Driver

  /// An output that `driver` renders.
  public init(_ driver: Driver) { self.driver = driver }

  /// Agrees to the rate; a buffer of four periods.
  public func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    OutputFormat(
      name: "manual", sampleRate: request.sampleRate, periodFrames: driver.periodFrames,
      bufferFrames: 4 * driver.periodFrames)
  }

  /// Gives the feed to the driver.
  public func start(_ feed: RenderFeed) throws(OutputError) {
    driver.take(feed)
  }

  /// Takes the feed back.
  public func stop() -> Bool {
    driver.take(nil)
    return true
  }
}
