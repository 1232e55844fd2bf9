import ThrumDevice

extension PCMLoop {
  /// Fades out and closes the device within 250 ms. Waits by the clock, because `drain` can hang.
  func fadeOut() {
    let deadline = pcm.nanoseconds + 200_000_000
    guard feed.lease.enter() else { return }
    let fadeFrames = 9 * quantumFrames + feed.latency + pending
    feed.silence()
    feed.lease.leave()
    var written = 0
    while written < fadeFrames, away == nil, !isStalled, pcm.nanoseconds < deadline {
      report.markAlive(pcm.nanoseconds)
      let room = pcm.available()
      guard room >= 0 || room == -PCMError.again || room == -PCMError.interrupted else { break }
      if pending > 0 || room >= format.periodFrames {
        guard pending > 0 || renderPeriod() else { return }
        let before = pending
        if case .progress = writePending() {
          written += before - pending
          continue
        }
      }
      guard troubleOfState() == nil else { break }
      if pcm.wait(until: min(deadline, pcm.nanoseconds + 20_000_000), orEvent: signals.wake) != .deadline {
        pauseAfterEmptyWake()
      }
    }
    if written >= fadeFrames {
      if pcm.state == .prepared { _ = pcm.start() }
      let left = Double(max(0, pcm.delay ?? format.bufferFrames)) / Double(format.sampleRate)
      let end = min(deadline + 50_000_000, pcm.nanoseconds + UInt64(left * 1e9))
      while pcm.nanoseconds < end { pcm.sleep(until: end, orEvent: signals.wake) }
    }
    _ = pcm.drop()
    pcm.close()
  }
}
