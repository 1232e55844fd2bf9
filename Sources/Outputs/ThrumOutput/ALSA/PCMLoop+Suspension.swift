import ThrumDevice

extension PCMLoop {
  /// Stops a healthy, silent device until a command or stop arrives. Returns whether the device was stopped.
  func suspendWhenIdle(room: Int) -> Bool {
    guard idleness.isDue(feed.status, at: pcm.nanoseconds), pending == 0, !isStalled, away == nil, loss == nil,
      pcm.state == .running
    else { return false }
    return feed.suspendWhenIdle(signals, ahead: max(0, format.bufferFrames - room)) {
      // The watchdog stays active, in case this call hangs.
      _ = pcm.drop()
      report.beginSuspension()
    }
  }

  /// Restarts at the current time.
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
