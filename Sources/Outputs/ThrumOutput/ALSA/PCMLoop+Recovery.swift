import CRealtime
import Glibc
import ThrumDevice

/// The error numbers that the loop tells apart, positive.
enum PCMError {
  static let again = Int(EAGAIN)
  static let interrupted = Int(EINTR)
  static let underrun = Int(EPIPE)
  static let suspended = Int(ESTRPIPE)
  static let inputOutput = Int(EIO)
  static let noDevice = Int(ENODEV)
  static let badState = Int(EBADFD)
  static let timedOut = Int(ETIMEDOUT)
}

extension PCMLoop {
  /// Does what an error calls for; `false` when the loop has to end.
  func handle(error: Int) -> Bool {
    switch -error {
    case PCMError.again, PCMError.interrupted:
      isRefusing = true
      guard watchForStall() else { return false }
      pcm.sleep(until: pcm.nanoseconds + 1_000_000, orEvent: signals.wake)
      return true
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
      if result == -PCMError.again { isRefusing = true }
      return result < 0 && result != -PCMError.again ? result : nil
    case .running, .draining: return nil
    }
  }

  /// The device had an underrun: prepare, and let the loop fill it again.
  private func recoverFromUnderrun() -> Bool {
    fruitless += 1
    report.countUnderrun()
    post(.underrun)
    guard fruitless <= policy.fruitlessRecoveries else { return replaceLostDevice(-PCMError.underrun) }
    acceptedSinceUnderrun = 0
    return restart()
  }

  /// Prepares a device that is to be filled from empty.
  func restart() -> Bool {
    let result = pcm.prepare()
    guard result == 0, pcm.state == .prepared else {
      return replaceLostDevice(result < 0 ? result : -PCMError.badState)
    }
    pace = PCMPace(format, at: pcm.nanoseconds)
    return true
  }

  /// The machine slept: resume for a second, else begin again. Some libraries answer 0 and stay suspended.
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
    return restart()
  }
}
