import ThrumRender

extension HapticEngine {
  /// Closes the device; gently, what is due sounds to its end before.
  func closeOutput(gently: Bool) {
    guard let session else {
      guard let opening else { return didClose() }
      return closeUnused(opening)
    }
    opening?.deadline.cancel()
    opening = nil
    if session.isHandDriven {
      // Tails lie in the run's own future: nothing that the app can do reaches them any more.
      let end = session.renderedFrames + frames(HapticEngine.stopSeconds, at: session.format.sampleRate)
      var reached = session.renderedFrames
      while reached + SampleTime(quantumFrames) <= end {
        let next = session.render(until: end)
        takeNotices()
        guard next > reached else { break }
        reached = next
      }
      environment.virtualTime?.removePump(of: number)
      return endSession()
    }
    let begin = environment.now
    drain(session, run, deadline: gently ? begin + 0.15 : begin, seen: Progress(session.controls.renderedFrames, begin))
  }

  /// How far a device has come, and when it was last seen to move.
  private struct Progress {
    /// Frames at the stop.
    let first: SampleTime
    var frames: SampleTime
    var time: Double

    init(_ frames: SampleTime, _ time: Double) {
      first = frames
      self.frames = frames
      self.time = time
    }

    func moved(to frames: SampleTime, _ time: Double) -> Progress {
      var result = self
      result.frames = frames
      result.time = time
      return result
    }
  }

  /// Waits until all is silent, at most to the deadline, and not at all for a device that stands still.
  private func drain(_ session: RenderSession, _ run: UInt64, deadline: Double, seen before: Progress) {
    guard run == self.run, self.session === session else { return }
    takeNotices()
    let now = environment.now
    let isResting = session.controls.isResting
    let rendered = session.controls.renderedFrames
    let seen = rendered > before.frames ? before.moved(to: rendered, now) : before
    let period = Double(session.format.periodFrames) / session.format.sampleRate
    let isStuck = now - seen.time > max(0.1, 1.5 * period)
    // A thread that rests has seen all there is, or will wake for it; one that does not shows it by a quantum.
    let isSeen = session.isAsleep || (!isResting && rendered > seen.first)
    let isSilent = isSeen && session.isSilent
    guard now < deadline, !isStuck, !isSilent else { return endSession() }
    // An engine that stops lives until it has stopped, also when the app has let go of it: a tap is felt whole.
    stopDeadline = environment.time.call(at: now + 0.005, on: executor) {
      self.assumeIsolated { engine in
        guard let session = engine.session else { return }
        engine.drain(session, run, deadline: deadline, seen: seen)
      }
    }
  }

  /// Ends the run; a device that does not answer in time closes on its own.
  func endSession() {
    guard let session else { return didClose() }
    guard !session.isHandDriven else { return didClose() }
    let run = run
    stopWithoutDevice(after: max(HapticEngine.stopSeconds, session.format.closingSeconds))
    closing[run] = .used(session)
    session.end { [weak self] ending in
      guard let self else { return false }
      assumeIsolated { $0.deviceDidEnd(ending, run) }
      return true
    }
  }

  private func deviceDidEnd(_ ending: OutputHost.Ending, _ run: UInt64) {
    guard case .used(let session)? = closing.removeValue(forKey: run) else { return }
    if session === self.session { takeNotices() }
    session.didEnd(ending)
    if run == self.run { outputProblem = ending.problem }
    if session === self.session { didClose() }
    openIfAwaited()
  }

  func didClose() {
    stopDeadline?.cancel()
    stopDeadline = nil
    standstill?.cancel()
    standstill = nil
    if let session {
      takeNotices()
      if var journal = session.journal {
        journal.end = session.renderedFrames
        endedRuns.append(journal)
      }
    }
    session = nil
    forgetSlots()
    if let refusal {
      self.refusal = nil
      fail(refusal)
    }
    let action = lifecycle.outputDidClose()
    if action != .none { logState() }
    perform(action)
  }
}
