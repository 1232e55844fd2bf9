import HapticRender

extension PCMLoop {
  /// Closes and opens again, with growing pauses. Time goes on: what would have been heard is rendered and forgotten.
  /// After the limit the engine is told that the device is gone for good.
  func replaceLostDevice(_ error: Int) -> Bool {
    let givesUpAt = pcm.nanoseconds + UInt64(policy.giveUpSeconds * 1e9)
    var backOff = policy.backOff.lowerBound
    var hasGivenUp = false
    pcm.close()
    while !signals.isStopping {
      guard pause(seconds: backOff) else { return false }
      if !hasGivenUp, reopen(before: givesUpAt) { return true }
      backOff = min(policy.backOff.upperBound, backOff * 2)
      if !hasGivenUp, pcm.nanoseconds > givesUpAt {
        hasGivenUp = true
        tell(Notice(.deviceLost, frame: renderedFrames, value: Float(-error)))
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
      away = nil
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
