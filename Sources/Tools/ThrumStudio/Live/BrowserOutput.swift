import CLinux
import Synchronization
import ThrumDevice

/// An output played by the browser and paced by this machine's clock.
final class BrowserOutput: OutputDevice {
  private let queue: SoundQueue
  private var paced: PacedRendering?
  private var sampleRate: SampleRate = 48_000

  private static let period = 128

  init(_ queue: SoundQueue) { self.queue = queue }

  func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    sampleRate = request.sampleRate
    return OutputFormat(
      name: "browser", sampleRate: request.sampleRate, periodFrames: BrowserOutput.period,
      bufferFrames: BrowserOutput.period)
  }

  func start(_ feed: RenderFeed) throws(OutputError) {
    let paced = PacedRendering(feed, periodFrames: BrowserOutput.period, sampleRate: sampleRate)
    let queue = queue
    try paced.start { { left, right, frames in queue.put(left, right, frames) } }
    self.paced = paced
  }

  func stop() -> Bool {
    defer { paced = nil }
    return paced?.stop() ?? true
  }
}

/// Samples for the browser. Drops the oldest if they are not sent in time.
final class SoundQueue: Sendable {
  private let samples = Mutex<[Float]>([])
  /// Eventfd, raised when there are samples.
  let wake: Int32

  /// Half a second of interleaved samples.
  private static let limit = 48_000

  init() { wake = thrum_event_make() }
  deinit { if wake >= 0 { thrum_event_close(wake) } }

  /// Appends frames. Not for the real-time region.
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

  func take() -> [Float] {
    samples.withLock { samples in
      defer { samples = [] }
      return samples
    }
  }
}
