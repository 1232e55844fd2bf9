import ThrumSystem

// Suspension of a device's thread while nothing is playing. Time keeps running.
extension RenderFeed {
  /// Suspends the thread until a command is sent or the thread must stop. Returns whether it was suspended.
  ///
  /// `ahead` frames have been rendered but not yet heard, and `begin` drops them.
  ///
  /// - Thread: the device's, outside the lease.
  package func suspendWhenIdle(_ signals: ThreadSignals, ahead: FrameCount, begin: () -> Void) -> Bool {
    guard wakeDescriptor >= 0, signals.wake >= 0, let frame = frameToSuspendAt() else { return false }
    status.beginSuspension(frame: frame - SampleTime(ahead), at: signals.clock.nanoseconds)
    // From here on, anyone who sends a command sees the suspension.
    guard frameToSuspendAt() != nil else {
      status.endSuspension()
      return false
    }
    begin()
    while !signals.isStopping, frameToSuspendAt() != nil {
      signals.clock.wait(forEither: signals.wake, or: wakeDescriptor)
    }
    if lease.enter() {
      fastForward(to: status.suspendedFrame(at: signals.clock.nanoseconds))
      lease.leave()
    }
    status.endSuspension()
    return true
  }

  private func frameToSuspendAt() -> SampleTime? {
    guard lease.enter() else { return nil }
    defer { lease.leave() }
    return idleFrame
  }
}

package struct Idleness {
  private let nanoseconds: UInt64
  private var since: UInt64?

  /// `.infinity` means never.
  package init(seconds: Double) {
    nanoseconds = seconds < 1e9 ? UInt64(max(0, seconds) * 1e9) : .max
  }

  /// Call once per period.
  package mutating func isDue(_ status: RenderStatus, at now: UInt64) -> Bool {
    guard nanoseconds < .max, status.isSilent else {
      since = nil
      return false
    }
    let since = since ?? now
    self.since = since
    return now - since >= nanoseconds
  }

  package mutating func reset() { since = nil }
}
