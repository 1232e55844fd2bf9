import ThrumSystem

/// Sleep of a device's thread while nothing plays: a running engine then wakes nobody.
///
/// Time continues: after the rest the renderer is where it would have been.
extension RenderFeed {
  /// Suspends the thread until something was sent or it is to stop; returns whether it did. `begin` is called when
  /// the rest is certain: a device drops what it holds. `ahead` frames are rendered already and will not be heard, because
  /// the device forgets them.
  ///
  /// - Thread: the device's, outside the lease.
  package func suspendWhenIdle(_ signals: ThreadSignals, ahead: FrameCount, begin: () -> Void) -> Bool {
    guard wakeDescriptor >= 0, signals.wake >= 0, let frame = frameToSuspendAt() else { return false }
    status.beginSuspension(frame: frame - SampleTime(ahead), at: signals.clock.nanoseconds)
    // Only now: whoever sends from here on sees that the thread rests.
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

  /// The next frame, when nothing is to be rendered; `nil` when something is, or the lease is gone.
  private func frameToSuspendAt() -> SampleTime? {
    guard lease.enter() else { return nil }
    defer { lease.leave() }
    return idleFrame
  }
}

/// How long nothing has played.
package struct Idleness {
  private let nanoseconds: UInt64
  private var since: UInt64?

  /// A suspension is due after `seconds` of silence; `.infinity` is never.
  package init(seconds: Double) {
    nanoseconds = seconds < 1e9 ? UInt64(max(0, seconds) * 1e9) : .max
  }

  /// Whether a rest is due at a moment of the monotonic clock; to be asked once a period.
  package mutating func isDue(_ status: RenderStatus, at now: UInt64) -> Bool {
    guard nanoseconds < .max, status.isSilent else {
      since = nil
      return false
    }
    let since = since ?? now
    self.since = since
    return now - since >= nanoseconds
  }

  /// Silence is counted again.
  package mutating func reset() { since = nil }
}
