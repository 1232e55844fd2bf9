import CLinux
import Glibc
import ThrumDevice

extension PCMLoop {
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

  /// Returns the ALSA error that corresponds to the device's state. The state shows a suspension or disconnection
  /// before `avail_update` does.
  func troubleOfState() -> Int? {
    switch pcm.state {
    case .xrun: return -PCMError.underrun
    case .suspended: return -PCMError.suspended
    case .disconnected: return -PCMError.noDevice
    case .open, .setup: return -PCMError.badState
    case .prepared:
      // Even a full buffer may be below the start threshold.
      let result = pcm.available() < format.periodFrames ? pcm.start() : 0
      if result == -PCMError.again { isRefusing = true }
      return result < 0 && result != -PCMError.again ? result : nil
    case .running, .draining: return nil
    }
  }

  private func recoverFromUnderrun() -> Bool {
    fruitless += 1
    report.countUnderrun()
    post(.underrun)
    guard fruitless <= policy.fruitlessRecoveries else { return replaceLostDevice(-PCMError.underrun) }
    acceptedSinceUnderrun = 0
    return restart()
  }

  func restart() -> Bool {
    let result = pcm.prepare()
    guard result == 0, pcm.state == .prepared else {
      return replaceLostDevice(result < 0 ? result : -PCMError.badState)
    }
    pace = PCMPace(format, at: pcm.nanoseconds)
    return true
  }

  /// Tries to resume, then restarts. Some plug-ins return 0 but stay suspended.
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
