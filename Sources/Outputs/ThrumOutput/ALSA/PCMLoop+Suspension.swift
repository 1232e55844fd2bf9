import ThrumDevice

/// A device that plays nothing is stopped: neither it nor the sound server wakes anybody.
extension PCMLoop {
  /// Stops a healthy device after a while of silence, until something was sent or the loop has to stop; returns whether
  /// it did. What is in the device is silence.
  func suspendWhenIdle(room: Int) -> Bool {
    guard idleness.isDue(feed.status, at: pcm.nanoseconds), pending == 0, !isStalled, away == nil, loss == nil,
      pcm.state == .running
    else { return false }
    return feed.suspendWhenIdle(signals, ahead: max(0, format.bufferFrames - room)) {
      // First: whoever watches the thread still does while this call hangs.
      _ = pcm.drop()
      report.beginSuspension()
    }
  }

  /// Fills the device from empty, where time has come to; `false` when the loop has to end.
  func wakeUp() -> Bool {
    report.markAlive(pcm.nanoseconds)
    report.endSuspension()
    idleness.reset()
    reader = BlockReader()
    renderedFrames = feed.status.renderedFrames
    lastAccept = pcm.nanoseconds
    return signals.isStopping || restart()
  }
}
