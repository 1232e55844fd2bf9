import ThrumDevice

/// Virtual time.
extension Renderer {
  /// Renders whole quanta as long as they end at or before `frame`, at most 2⁶⁰; returns ``now``. Returns early, after the
  /// quantum in which notices have appeared, and at once when some are waiting: the caller takes them, may send
  /// commands, and calls again.
  ///
  /// Meant for a renderer that somebody drives by hand and that makes no samples
  /// (``RenderSettings/synthesises`` is `false`): over quanta in which nothing can happen it then jumps at once, however many
  /// they are. One that makes samples renders each quantum, and only the last one is left in the buses.
  ///
  /// - Thread: render thread only.
  /// - Real-time: no, its time grows with the quanta; but it allocates nothing, locks nothing and waits for nothing.
  @_noLocks
  package mutating func renderQuanta(until frame: SampleTime) -> SampleTime {
    let limit = frame < ControlState.latest ? frame : ControlState.latest
    while now + SampleTime(quantumFrames) <= limit, !notices.hasContent {
      let calm = context.synthesises ? 0 : calmQuanta(until: limit)
      if calm > 0 { skip(quanta: calm) } else { renderQuantum() }
    }
    return now
  }

  /// Quanta that end at or before a frame and in which nothing can happen.
  @_noLocks
  private mutating func calmQuanta(until frame: SampleTime) -> Int {
    guard controls.flagCount == seenFlags, seenFlags == seenMutes, !context.hasDeferredNotices,
      controls.hapticsMuted == isHapticsMuted, controls.audioMuted == isAudioMuted
    else { return 0 }
    // What is in the ring stays there while the queue is full.
    if incoming.hasContent, queue.hasRoom { return 0 }
    var calm = queue.nextTime == .max ? SampleTime.max : queue.nextTime - now
    for position in 0..<activeCount where calm > SampleTime(quantumFrames) {
      let player = players + Int(activeSlots[position])
      let left = player.pointee.unchangedFrames(from: now, &context)
      if left < calm { calm = left }
    }
    // The quantum with what comes next in it, or right at its end, is rendered.
    let whole = (calm - 1) / SampleTime(quantumFrames)
    let wanted = (frame - now) / SampleTime(quantumFrames)
    return Int(whole < wanted ? whole : wanted)
  }

  /// Whether nothing sounds, nothing waits and nothing was sent: no quantum would be other than the last.
  package var maySuspend: Bool {
    @_noLocks get {
      isSilent && activeCount == 0 && queue.nextTime == .max && !incoming.hasContent && !context.hasDeferredNotices
        && controls.flagCount == seenFlags && seenFlags == seenMutes && controls.hapticsMuted == isHapticsMuted
        && controls.audioMuted == isAudioMuted
    }
  }

  /// After a rest: the first quantum that ends later than `frame` comes next. What was sent meanwhile acts there; a
  /// new volume is there already.
  ///
  /// - Thread: render thread only.
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

  /// Without samples nothing rings on: quiet is when no player is active.
  @_noLocks
  mutating func countQuiet(_ quanta: Int) {
    let count = quietQuanta &+ quanta
    quietQuanta = activeCount > 0 ? 0 : (count > quantaOfLatency ? quantaOfLatency + 1 : count)
  }
}
