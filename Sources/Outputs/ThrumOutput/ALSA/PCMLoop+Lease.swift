import ThrumDevice

extension PCMLoop {
  /// Enters the lease, regaining it if it was lost in a hanging call. `false` ends the loop.
  func enterLease() -> Bool {
    while !feed.lease.enter() {
      guard regainLease() else { return false }
    }
    return true
  }

  /// Asks for the lease until the stand-in hands it over. Sleeps between attempts, because a thread with real-time
  /// priority could starve the stand-in.
  func regainLease() -> Bool {
    while !signals.isStopping {
      report.markAlive(pcm.nanoseconds)
      switch feed.lease.ask() {
      case .over: return false
      case .waiting: pcm.sleep(until: pcm.nanoseconds + 1_000_000, orEvent: signals.wake)
      case .granted(let lease):
        feed.lease = lease
        comeBack()
        return true
      }
    }
    return false
  }

  /// Continues where the stand-in stopped. Reports recovery only once the device accepts frames.
  private func comeBack() {
    pending = 0
    reader = BlockReader()
    renderedFrames = feed.status.renderedFrames
    away = nil
    isStalled = true
    lastAccept = pcm.nanoseconds
    pace = PCMPace(format, at: lastAccept)
  }

  /// Only the holder of the lease may write to the ring.
  func post(_ event: DeviceEvent) {
    guard enterLease() else { return }
    feed.post(event, frame: renderedFrames)
    feed.lease.leave()
    feed.wakeEngine()
  }
}
