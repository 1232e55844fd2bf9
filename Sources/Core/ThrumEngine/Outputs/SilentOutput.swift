import CLinux
import Synchronization
import ThrumDevice
import ThrumRender

/// A silent output in real time: the default output of an engine.
public final class SilentOutput: OutputDevice {
  private var paced: PacedRendering?
  private var format: OutputFormat?

  private let idleSeconds: Double

  /// Creates an output whose thread pauses after `idleSeconds` without playback.
  public init(idleSeconds: Double = idleOutputSeconds) { self.idleSeconds = idleSeconds }

  /// Accepts any request.
  public func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    let period = request.periodFrames ?? 512
    let format = OutputFormat(
      name: "silent", sampleRate: request.sampleRate, periodFrames: period, bufferFrames: period)
    self.format = format
    return format
  }

  /// Starts keeping time.
  public func start(_ feed: RenderFeed) throws(OutputError) {
    guard let format else {
      throw OutputError(.failed, device: "silent", message: "the output was started before it was opened")
    }
    let paced = PacedRendering(
      feed, periodFrames: format.periodFrames, sampleRate: format.sampleRate, idleSeconds: idleSeconds)
    try paced.start()
    self.paced = paced
  }

  /// Stops at once.
  public func stop() -> Bool {
    defer { paced = nil }
    return paced?.stop() ?? true
  }
}

extension SilentOutput {
  /// The kind `silent`.
  public static let kind = OutputKind(
    "silent", or: "null", summary: "silence, in real time", audience: .nobody,
    obeys: [.period, .samples],
    list: { [ListedDevice(name: "null", source: .builtIn, summary: "silence, in real time")] },
    make: { _ in SilentOutput() })
}

/// An output for tests: renders one period per request and keeps the samples.
///
/// The engine owns the output, and the test owns its ``Driver``.
///
/// - Thread: the engine uses its device queue, and the driver uses the test's thread.
public final class ManualOutput: OutputDevice {
  /// Drives the output from any thread. Renders on the caller's thread.
  public final class Driver: Sendable {
    /// Frames per period, in whole quanta.
    public let periodFrames: FrameCount
    private struct State {
      var feed: RenderFeed?
      var samples: [Float] = []
    }
    private let state = Mutex(State())

    /// Creates a driver for periods of at least `periodFrames`.
    public init(periodFrames: FrameCount = 256) {
      self.periodFrames = max(1, (periodFrames + quantumFrames - 1) / quantumFrames) * quantumFrames
    }

    /// Rendered samples, interleaved.
    public var samples: [Float] { state.withLock { $0.samples } }

    /// Renders a period if the output is running.
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

  /// Creates an output driven by `driver`.
  public init(_ driver: Driver) { self.driver = driver }

  /// Accepts any rate, with a buffer of four periods.
  public func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    OutputFormat(
      name: "manual", sampleRate: request.sampleRate, periodFrames: driver.periodFrames,
      bufferFrames: 4 * driver.periodFrames)
  }

  /// Passes the feed to the driver.
  public func start(_ feed: RenderFeed) throws(OutputError) {
    driver.take(feed)
  }

  /// Removes the feed from the driver.
  public func stop() -> Bool {
    driver.take(nil)
    return true
  }
}
