import CRealtime
import Glibc
import HapticRender

/// The error numbers that the loop tells apart, positive.
enum PCMError {
  static let again = Int(EAGAIN)
  static let interrupted = Int(EINTR)
  static let underrun = Int(EPIPE)
  static let suspended = Int(ESTRPIPE)
  static let inputOutput = Int(EIO)
  static let noDevice = Int(ENODEV)
  static let badState = Int(EBADFD)
}

extension PCMLoop {
  /// Does what an error calls for; `false` when the loop has to end.
  func handle(error: Int) -> Bool {
    switch -error {
    case PCMError.again, PCMError.interrupted: return true
    case PCMError.underrun: return recoverFromUnderrun()
    case PCMError.suspended: return recoverFromSuspend()
    default: return replaceLostDevice(error)
    }
  }

  /// What the device's state says is wrong, as the error that ALSA would have answered.
  ///
  /// `avail_update` reports an xrun only; a suspend and a disconnect show in the state first.
  func troubleOfState() -> Int? {
    switch pcm.state {
    case .xrun: return -PCMError.underrun
    case .suspended: return -PCMError.suspended
    case .disconnected: return -PCMError.noDevice
    case .open, .setup: return -PCMError.badState
    case .prepared:
      // The buffer is full and the threshold has not started it.
      let result = pcm.available() < format.periodFrames ? pcm.start() : 0
      return result < 0 && result != -PCMError.again ? result : nil
    case .running, .draining: return nil
    }
  }

  /// The device ran dry: prepare, and let the loop fill it again.
  private func recoverFromUnderrun() -> Bool {
    fruitless += 1
    report.countUnderrun()
    tell(Notice(.underrun, frame: renderedFrames))
    guard fruitless <= policy.fruitlessRecoveries else { return replaceLostDevice(-PCMError.underrun) }
    return beginAnew()
  }

  /// Prepares a device that is to be filled from empty.
  private func beginAnew() -> Bool {
    let result = pcm.prepare()
    guard result == 0, pcm.state == .prepared else {
      return replaceLostDevice(result < 0 ? result : -PCMError.badState)
    }
    pace = PCMPace(format, at: pcm.nanoseconds)
    return true
  }

  /// The machine slept: resume for a second, else begin anew. Some libraries answer 0 and stay suspended.
  private func recoverFromSuspend() -> Bool {
    fruitless += 1
    guard fruitless <= policy.fruitlessRecoveries else { return replaceLostDevice(-PCMError.suspended) }
    let end = pcm.nanoseconds + UInt64(policy.resumeSeconds * 1e9)
    var result = pcm.resume()
    while result == -PCMError.again, pcm.nanoseconds < end, !signals.isStopping {
      guard pause(seconds: 0.02) else { return false }
      result = pcm.resume()
    }
    if result == 0, pcm.state != .suspended { return true }
    _ = pcm.drop()
    return beginAnew()
  }

  /// Closes and opens again, with growing pauses. Time goes on: what would have been heard is rendered and forgotten.
  /// After the limit the engine is told that the device is gone for good.
  func replaceLostDevice(_ error: Int) -> Bool {
    let lostAt = pcm.nanoseconds
    var backOff = policy.backOff.lowerBound
    var hasGivenUp = false
    pcm.close()
    while !signals.isStopping {
      guard pause(seconds: backOff) else { return false }
      if !hasGivenUp, reopen() { return true }
      backOff = min(policy.backOff.upperBound, backOff * 2)
      if !hasGivenUp, Double(pcm.nanoseconds - lostAt) > policy.giveUpSeconds * 1e9 {
        hasGivenUp = true
        tell(Notice(.deviceLost, frame: renderedFrames, value: Float(-error)))
      }
    }
    return true
  }

  /// Whether the device is back with the rate that the schedules are made for.
  private func reopen() -> Bool {
    if pcm.open() == 0, case .success(let agreed) = pcm.configure(), agreed.sampleRate == format.sampleRate,
      pcm.prepare() == 0
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

  /// A running device that takes nothing: told, then waited for in silence, then opened anew. `false` when
  /// the loop has to end.
  func watchForStall() -> Bool {
    let silence = Double(pcm.nanoseconds - lastAccept) / 1e9
    // A long period is no stall: the device takes nothing for so long by its own choice.
    let patience = max(policy.stallSeconds, 2.5 * Double(format.periodFrames) / Double(format.sampleRate))
    guard silence > patience, pcm.state == .running else { return true }
    if !isStalled {
      isStalled = true
      tell(Notice(.stalled, frame: renderedFrames, value: 1))
    }
    guard silence < max(policy.reopenSeconds, 2 * patience) else { return replaceLostDevice(-PCMError.inputOutput) }
    return keepTime()
  }

  /// Sleeps and keeps time; `false` when the loop has to end.
  private func pause(seconds: Double) -> Bool {
    let end = pcm.nanoseconds + UInt64(seconds * 1e9)
    while pcm.nanoseconds < end, !signals.isStopping {
      report.markAlive(pcm.nanoseconds)
      guard keepTime() else { return false }
      pcm.sleep(until: min(end, pcm.nanoseconds + 10_000_000), orEvent: signals.wake)
    }
    return true
  }

  /// Renders in silence what the clock says is due.
  private func keepTime() -> Bool {
    let now = pcm.nanoseconds
    guard let away else {
      self.away = (now, renderedFrames)
      return true
    }
    let due = away.frame + SampleTime(Double(now - away.since) * 1e-9 * Double(format.sampleRate))
    while renderedFrames + SampleTime(quantumFrames) <= due {
      guard enterLease() else { return false }
      let hasNotices = feed.renderQuantum()
      renderedFrames = feed.renderer.pointee.now
      feed.lease.leave()
      if hasNotices { feed.wakeEngine() }
    }
    return true
  }
}
