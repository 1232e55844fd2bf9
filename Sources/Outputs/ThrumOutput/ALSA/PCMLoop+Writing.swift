import CLinux
import ThrumDevice

extension PCMLoop {
  func renderPeriod() -> Bool {
    guard enterLease() else { return false }
    let hasNotices = PCMLoop.render(feed, &reader, interleaver, format.periodFrames, buffer)
    renderedFrames = feed.status.renderedFrames
    feed.lease.leave()
    if hasNotices { feed.wakeEngine() }
    pending = format.periodFrames
    pendingStart = 0
    return true
  }

  @_noLocks
  private static func render(
    _ feed: RenderFeed, _ reader: inout BlockReader, _ interleaver: Interleaver, _ frames: Int,
    _ buffer: UnsafeMutableRawPointer
  ) -> Bool {
    thrum_realtime_enter()
    let hasNotices = reader.read(feed, interleaver, frames: frames, to: buffer)
    thrum_realtime_exit()
    return hasNotices
  }

  enum WriteResult {
    case progress, blocked
    case failed(Int)
  }

  func writePending() -> WriteResult {
    let start = buffer + pendingStart * interleaver.frameBytes
    let written = pcm.write(start, count: pending)
    if written == -PCMError.again || written == -PCMError.interrupted || written == 0 { return .blocked }
    guard written > 0 else { return .failed(written) }
    pending -= written
    pendingStart += written
    didAccept(written)
    return .progress
  }

  private func didAccept(_ frames: Int) {
    lastAccept = pcm.nanoseconds
    acceptedSinceOpening += frames
    acceptedSinceUnderrun = acceptedSinceUnderrun.map { $0 + frames }.flatMap { $0 > format.bufferFrames ? nil : $0 }
    pace.didAccept(frames, at: lastAccept)
    emptyWakes = 0
    isRefusing = false
    if pcm.state == .running { didRun() }
    if let delay = pcm.delay, delay >= 0, delay <= 8 * format.bufferFrames {
      feed.status.publish(delayFrames: delay)
    }
    // A reopened device may have filled its buffer without playing.
    if isStalled, loss == nil {
      isStalled = false
      post(.recovered)
    }
  }

  /// Clears errors once the device is playing. A loss ends only after more than two buffers have been accepted.
  private func didRun() {
    fruitless = 0
    away = nil
    if acceptedSinceOpening > 2 * format.bufferFrames { loss = nil }
  }
}
