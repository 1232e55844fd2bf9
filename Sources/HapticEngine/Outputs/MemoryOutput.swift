import CRealtime
import HapticRender

/// An output that renders only when told to, and keeps what it made: for tests and virtual time.
public final class MemoryOutput: OutputDevice {
  private let format: OutputFormat
  private var feed: RenderFeed?
  /// What has been rendered, interleaved left and right, when ``keepsSamples``.
  public private(set) var samples: [Float] = []
  /// Whether samples are kept.
  public let keepsSamples: Bool

  /// Makes an output at a sample rate.
  public init(sampleRate: SampleRate = 48_000, keepsSamples: Bool = true) {
    self.keepsSamples = keepsSamples
    format = OutputFormat(
      name: "memory", sampleRate: sampleRate, periodFrames: quantumFrames, bufferFrames: quantumFrames)
  }

  /// Answers its own rate.
  public func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat { format }

  /// Remembers the feed.
  public func start(_ feed: RenderFeed) throws(OutputError) { self.feed = feed }

  /// Forgets it.
  public func stop() -> Bool {
    feed = nil
    return true
  }

  /// Renders quanta. On the engine's executor.
  public func render(quanta: Int) {
    guard let feed, feed.lease.enter() else { return }
    let mode = thrum_flush_denormals()
    for _ in 0..<quanta {
      feed.renderer.pointee.renderQuantum()
      guard keepsSamples else { continue }
      for frame in 0..<quantumFrames {
        samples.append(feed.renderer.pointee.left[frame])
        samples.append(feed.renderer.pointee.right[frame])
      }
    }
    thrum_restore_float_mode(mode)
    feed.lease.leave()
    feed.wakeEngine()
  }
}
