import CRealtime
import ThrumDevice
import Synchronization

/// An output whose samples a browser plays: paced by our clock, taken from a queue by who sends them.
final class BrowserOutput: OutputDevice {
  private let queue: SoundQueue
  private var paced: PacedRendering?

  /// Frames a period; what a browser gets at a time.
  private static let period = 128

  init(_ queue: SoundQueue) { self.queue = queue }

  func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    OutputFormat(
      name: "browser", sampleRate: request.sampleRate, periodFrames: BrowserOutput.period,
      bufferFrames: BrowserOutput.period)
  }

  func start(_ feed: RenderFeed) throws(OutputError) {
    let paced = PacedRendering(feed, periodFrames: BrowserOutput.period, sampleRate: 48_000)
    let queue = queue
    try paced.start { { left, right, frames in queue.put(left, right, frames) } }
    self.paced = paced
  }

  func stop() -> Bool {
    defer { paced = nil }
    return paced?.stop() ?? true
  }
}

/// Samples on their way to the browser; who does not take them loses the oldest.
final class SoundQueue: Sendable {
  private let samples = Mutex<[Float]>([])
  /// Raised when there is something to take.
  let wake: Int32

  /// Samples that wait at most: half a second.
  private static let limit = 48_000

  init() { wake = thrum_event_make() }
  deinit { if wake >= 0 { thrum_event_close(wake) } }

  /// Puts frames in; outside the real-time region.
  func put(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ frames: FrameCount) {
    samples.withLock { samples in
      if samples.count > SoundQueue.limit { samples.removeFirst(samples.count / 2) }
      for frame in 0..<frames {
        samples.append(left[frame])
        samples.append(right[frame])
      }
    }
    if wake >= 0 { thrum_event_raise(wake) }
  }

  /// Takes all that is there.
  func take() -> [Float] {
    samples.withLock { samples in
      defer { samples = [] }
      return samples
    }
  }
}
