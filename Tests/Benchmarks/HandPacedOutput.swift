import CRealtime
import HapticRender
import Synchronization

/// A device that renders a period when it is told to, on the thread that tells it.
final class HandPacedOutput: OutputDevice {
  /// What the benchmark holds of the device.
  final class Hand: Sendable {
    let periodFrames: FrameCount
    private let feed = Mutex<UInt>(0)
    init(periodFrames: FrameCount) { self.periodFrames = periodFrames }

    func take(_ address: UInt) { feed.withLock { $0 = address } }

    /// Renders a period, as a card's thread would.
    func renderPeriod() {
      feed.withLock { address in
        guard let feed = UnsafePointer<RenderFeed>(bitPattern: address)?.pointee, feed.lease.enter() else { return }
        let mode = thrum_flush_denormals()
        var hasNotices = false
        for _ in 0..<(periodFrames / quantumFrames) where feed.renderQuantum() { hasNotices = true }
        thrum_restore_float_mode(mode)
        feed.lease.leave()
        if hasNotices { feed.wakeEngine() }
      }
    }
  }

  private let hand: Hand
  private var copy: UnsafeMutablePointer<RenderFeed>?

  init(_ hand: Hand) { self.hand = hand }
  deinit { copy?.deallocate() }

  func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    OutputFormat(
      name: "hand", sampleRate: request.sampleRate, periodFrames: hand.periodFrames, bufferFrames: 4 * hand.periodFrames)
  }

  func start(_ feed: RenderFeed) throws(OutputError) {
    let copy = UnsafeMutablePointer<RenderFeed>.allocate(capacity: 1)
    copy.initialize(to: feed)
    self.copy = copy
    hand.take(UInt(bitPattern: copy))
  }

  func stop() -> Bool {
    hand.take(0)
    return true
  }
}
