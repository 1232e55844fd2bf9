import ThrumDevice

extension PCMLoop {
  /// Retries opening with increasing pauses. Meanwhile, renders and discards frames, and reports the loss after the
  /// time limit. A device that reopens but does not run stays lost.
  ///
  /// - Parameter isStandstill: whether the buffer stayed full.
  func replaceLostDevice(_ error: Int, isStandstill: Bool = false) -> Bool {
    var loss =
      self.loss
      ?? Loss(
        since: isRefusing ? lastAccept : pcm.nanoseconds, backOff: policy.backOff.lowerBound,
        isStandstill: isStandstill)
    if isStandstill { loss.isStandstill = true }
    timed(&loss) { pcm.close() }
    while !signals.isStopping {
      if isOver(loss), !loss.isGivenUp {
        loss.isGivenUp = true
        post(.lost(Int32(-error)))
      }
      guard pause(seconds: loss.backOff) else { return false }
      loss.backOff = min(policy.backOff.upperBound, loss.backOff * 2)
      if !loss.isGivenUp, reopen(&loss) {
        self.loss = loss
        return true
      }
    }
    return true
  }

  private func isOver(_ loss: Loss) -> Bool {
    !loss.isStandstill && pcm.nanoseconds > loss.since + loss.hung + UInt64(policy.giveUpSeconds * 1e9)
  }

  /// Makes a call, and counts it as hanging if it is slow.
  private func timed<Result>(_ loss: inout Loss, _ call: () -> Result) -> Result {
    let begin = pcm.nanoseconds
    defer {
      let taken = pcm.nanoseconds - begin
      if Double(taken) * 1e-9 > policy.hangSeconds { loss.hung += taken }
    }
    return call()
  }

  /// Succeeds only at the original sample rate, for which schedules are compiled.
  private func reopen(_ loss: inout Loss) -> Bool {
    if openAlone(&loss) == 0, case .success(let agreed) = pcm.configure(),
      agreed.sampleRate == format.sampleRate, pcm.prepare() == 0
    {
      adopt(agreed)
      fruitless = 0
      lastAccept = pcm.nanoseconds
      isRefusing = false
      pace = PCMPace(format, at: lastAccept)
      report.countReopening()
      return true
    }
    timed(&loss) { pcm.close() }
    return false
  }

  /// Waits, keeping time, while another thread opens a device.
  private func openAlone(_ loss: inout Loss) -> Int {
    let end = pcm.nanoseconds + UInt64(policy.openLockSeconds * 1e9)
    while true {
      if let result = timed(&loss, { openLock.attempt { pcm.open() } }) { return result }
      guard pcm.nanoseconds < end, !isOver(loss), !signals.isStopping, pause(seconds: 0.01) else {
        return -PCMError.timedOut
      }
    }
  }
}
