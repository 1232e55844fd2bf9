import HapticRender

extension PCMLoop {
  /// Closes and opens again, with growing pauses. Time goes on: what would have been heard is rendered and forgotten.
  /// After the limit the engine is told that the device is gone for good. One that opens and then does not run is still
  /// lost.
  func replaceLostDevice(_ error: Int) -> Bool {
    var loss = loss ?? Loss(since: pcm.nanoseconds, backOff: policy.backOff.lowerBound)
    let givesUpAt = loss.since + UInt64(policy.giveUpSeconds * 1e9)
    var hasGivenUp = false
    pcm.close()
    while !signals.isStopping {
      if !hasGivenUp, pcm.nanoseconds > givesUpAt {
        hasGivenUp = true
        tell(Notice(.deviceLost, frame: renderedFrames, value: Float(-error)))
      }
      guard pause(seconds: loss.backOff) else { return false }
      loss.backOff = min(policy.backOff.upperBound, loss.backOff * 2)
      if !hasGivenUp, reopen(before: givesUpAt) {
        self.loss = loss
        return true
      }
    }
    return true
  }

  /// Whether the device is back with the rate that the schedules are made for.
  private func reopen(before givesUpAt: UInt64) -> Bool {
    if openAlone(before: givesUpAt) == 0, case .success(let agreed) = pcm.configure(),
      agreed.sampleRate == format.sampleRate, pcm.prepare() == 0
    {
      adopt(agreed)
      fruitless = 0
      lastAccept = pcm.nanoseconds
      pace = PCMPace(format, at: lastAccept)
      report.countReopening()
      return true
    }
    pcm.close()
    return false
  }

  /// Opens when no other thread of the process does. Waits for those no longer than the policy allows, and keeps time
  /// meanwhile.
  private func openAlone(before givesUpAt: UInt64) -> Int {
    let end = min(givesUpAt, pcm.nanoseconds + UInt64(policy.openLockSeconds * 1e9))
    while true {
      if let result = openLock.attempt({ pcm.open() }) { return result }
      guard pcm.nanoseconds < end, !signals.isStopping, pause(seconds: 0.01) else { return -PCMError.timedOut }
    }
  }
}
