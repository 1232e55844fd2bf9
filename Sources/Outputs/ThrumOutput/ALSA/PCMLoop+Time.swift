import ThrumDevice

extension PCMLoop {
  /// Reports a stall if the device accepts nothing, then keeps time silently and later reopens the device.
  func watchForStall() -> Bool {
    let silence = Double(pcm.nanoseconds - lastAccept) / 1e9
    let patience = max(policy.stallSeconds, 2.5 * Double(format.periodFrames) / Double(format.sampleRate))
    guard silence > patience else { return true }
    if !isStalled {
      isStalled = true
      post(.stalled)
    }
    // If the server's period changes, PipeWire's plug-in can stop accepting frames while running.
    let standstill = acceptedSinceUnderrun == nil ? policy.reopenSeconds : policy.restartSeconds
    let limit = isRefusing ? policy.refusalSeconds : standstill
    guard silence < max(limit, 2 * patience) else {
      return replaceLostDevice(-PCMError.inputOutput, isStandstill: !isRefusing)
    }
    return keepTime()
  }

  func pause(seconds: Double) -> Bool {
    let end = pcm.nanoseconds + UInt64(seconds * 1e9)
    while pcm.nanoseconds < end, !signals.isStopping {
      report.markAlive(pcm.nanoseconds)
      guard keepTime() else { return false }
      pcm.sleep(until: min(end, pcm.nanoseconds + 10_000_000), orEvent: signals.wake)
    }
    return true
  }

  /// Renders and discards the frames due by the clock.
  func keepTime() -> Bool {
    let now = pcm.nanoseconds
    guard let away else {
      self.away = (now, renderedFrames)
      return true
    }
    let due = away.frame + SampleTime(Double(now - away.since) * 1e-9 * Double(format.sampleRate))
    while renderedFrames + SampleTime(quantumFrames) <= due {
      guard enterLease() else { return false }
      pending = 0
      reader = BlockReader()
      let hasNotices = feed.renderQuantum()
      renderedFrames = feed.status.renderedFrames
      feed.lease.leave()
      if hasNotices { feed.wakeEngine() }
    }
    return true
  }
}
