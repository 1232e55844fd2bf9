import ThrumDevice

extension PCMLoop {
  /// Enters the lease; when it was taken while a call hung, gets it back first. `false` when the loop has to end.
  func enterLease() -> Bool {
    while !feed.lease.enter() {
      guard regainLease() else { return false }
    }
    return true
  }

  /// Asks for the lease until the stand-in has handed it over. `false` when rendering is over or the loop has to stop.
  ///
  /// It sleeps between two questions and takes nothing: with real-time priority it would keep the stand-in from leaving.
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

  /// Goes on where the stand-in stopped. What the device was to be given before is old and is forgotten; the engine is
  /// told when it takes frames again.
  private func comeBack() {
    pending = 0
    reader = BlockReader()
    renderedFrames = feed.status.renderedFrames
    away = nil
    isStalled = true
    lastAccept = pcm.nanoseconds
    pace = PCMPace(format, at: lastAccept)
  }

  /// Tells the engine something about the device. On the render thread, which alone may write to the ring.
  func post(_ event: DeviceEvent) {
    guard enterLease() else { return }
    feed.post(event, frame: renderedFrames)
    feed.lease.leave()
    feed.wakeEngine()
  }
}
