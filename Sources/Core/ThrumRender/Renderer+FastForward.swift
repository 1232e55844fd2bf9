import ThrumDevice

extension Renderer {
  /// Renders whole quanta that end by `frame` (at most 2⁶⁰). Returns ``now``.
  ///
  /// Stops after the first quantum with notices, or at once if notices are waiting: the caller reads them, may send
  /// commands, and calls again. Without samples (``RenderSettings/synthesises``), skips unchanged quanta.
  @_noLocks
  package mutating func renderQuanta(until frame: SampleTime) -> SampleTime {
    let limit = frame < ControlState.latest ? frame : ControlState.latest
    while now + SampleTime(quantumFrames) <= limit, !notices.hasContent {
      let unchanged = context.synthesises ? 0 : quantaBeforeNextChange(until: limit)
      if unchanged > 0 { skip(quanta: unchanged) } else { renderQuantum() }
    }
    return now
  }

  @_noLocks
  private mutating func quantaBeforeNextChange(until frame: SampleTime) -> Int {
    guard controls.flagCount == seenFlags, seenFlags == seenMutes, !context.hasDeferredNotices,
      controls.hapticsMuted == isHapticsMuted, controls.audioMuted == isAudioMuted
    else { return 0 }
    // With a full queue, commands stay in the ring.
    if incoming.hasContent, queue.hasRoom { return 0 }
    var unchanged = queue.nextTime == .max ? SampleTime.max : queue.nextTime - now
    for position in 0..<activeCount where unchanged > SampleTime(quantumFrames) {
      let player = players + Int(activeSlots[position])
      let left = player.pointee.unchangedFrames(from: now, &context)
      if left < unchanged { unchanged = left }
    }
    // The quantum with the next change must be rendered, even if the change is at its end.
    let whole = (unchanged - 1) / SampleTime(quantumFrames)
    let wanted = (frame - now) / SampleTime(quantumFrames)
    return Int(whole < wanted ? whole : wanted)
  }

  /// Whether nothing is sounding, and no command or notice is waiting.
  package var maySuspend: Bool {
    @_noLocks get {
      isSilent && activeCount == 0 && queue.nextTime == .max && !incoming.hasContent && !context.hasDeferredNotices
        && controls.flagCount == seenFlags && seenFlags == seenMutes && controls.hapticsMuted == isHapticsMuted
        && controls.audioMuted == isAudioMuted
    }
  }

  /// Skips to the first quantum that ends after `frame`. Commands sent meanwhile take effect there, and the volume does
  /// not ramp.
  @_noLocks
  mutating func fastForwardSuspension(until frame: SampleTime) {
    output.setGain(controls.gain)
    output.clearMeters()
    let quantum = SampleTime(quantumFrames)
    if frame > now { now += (frame - now + quantum - 1) / quantum * quantum }
    publish()
  }

  @_noLocks
  private mutating func skip(quanta: Int) {
    let frames = quanta * quantumFrames
    for position in 0..<activeCount {
      let player = players + Int(activeSlots[position])
      player.pointee.skip(from: now, frames: frames, &context)
    }
    countQuiet(quanta)
    now += SampleTime(frames)
    publish()
  }

  /// Without samples, a quantum is quiet if no player is active.
  @_noLocks
  mutating func countQuiet(_ quanta: Int) {
    let count = quietQuanta &+ quanta
    quietQuanta = activeCount > 0 ? 0 : (count > quantaOfLatency ? quantaOfLatency + 1 : count)
  }
}
