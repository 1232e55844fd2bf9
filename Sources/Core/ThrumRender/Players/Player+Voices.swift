import ThrumDevice
import ThrumPattern

extension Player {
  @_noLocks
  mutating func startVoice(_ event: ScheduledEvent, at frame: SampleTime, _ context: inout RenderContext) {
    var index = context.voices.take()
    if index < 0, let freed = steal(&context) { index = freed }
    guard index >= 0 else {
      context.refusedEvents += 1
      context.post(Notice(.voiceRefused(index: event.index), player: slot, frame: frame))
      return
    }
    let voice = context.voices.voice(index)
    prepare(voice, event, at: frame, context)
    if lastVoice >= 0 { context.voices.voice(lastVoice).pointee.next = index } else { firstVoice = index }
    lastVoice = index
    if context.reportsEvents { report(voice.pointee, event, at: frame, &context) }
  }

  @_noLocks
  private mutating func steal(_ context: inout RenderContext) -> Int32? {
    if hasNothingToSteal { return nil }
    var best: Int32 = -1
    var fewest = Int.max
    var index = firstVoice
    while index >= 0 {
      let voice = context.voices.voice(index)
      if voice.pointee.stage == .release, voice.pointee.stageFrames < fewest {
        fewest = voice.pointee.stageFrames
        best = index
      }
      index = voice.pointee.next
    }
    guard best >= 0 else {
      // Check only once for all events at this frame.
      hasNothingToSteal = true
      return nil
    }
    unlink(best, context)
    context.voices.give(back: best)
    return context.voices.take()
  }

  @_noLocks
  private mutating func unlink(_ index: Int32, _ context: borrowing RenderContext) {
    var before: Int32 = -1
    var current = firstVoice
    while current >= 0, current != index {
      before = current
      current = context.voices.voice(current).pointee.next
    }
    guard current == index else { return }
    let next = context.voices.voice(index).pointee.next
    if before >= 0 { context.voices.voice(before).pointee.next = next } else { firstVoice = next }
    if lastVoice == index { lastVoice = before }
  }

  @_noLocks
  private func prepare(
    _ voice: UnsafeMutablePointer<Voice>, _ event: ScheduledEvent, at frame: SampleTime,
    _ context: borrowing RenderContext
  ) {
    voice.pointee = Voice(event, at: frame)
    if event.length == event.length {
      voice.pointee.endPosition = event.start + event.length
      voice.pointee.end = self.frame(of: voice.pointee.endPosition)
    }
    switch event.kind {
    case .transient:
      // Controls scale a transient's intensity, but leave its sharpness alone.
      let intensity = event.intensity * onset(.hapticIntensityControl, at: frame)
      voice.pointee.beginTap(event, intensity: intensity, context.table)
    case .continuous:
      let attack = event.attack + onset(.hapticAttackTimeControl, at: frame)
      voice.pointee.beginBuzz(
        event, attackFrames: context.envelope.attack(attack), mostFrames: context.continuousFrames)
    case .tone, .sound:
      let attack = event.attack + onset(.audioAttackTimeControl, at: frame)
      voice.pointee.beginAudio(event, attackFrames: context.envelope.attack(attack))
    }
  }

  @_noLocks
  private func report(
    _ voice: Voice, _ event: ScheduledEvent, at frame: SampleTime, _ context: inout RenderContext
  ) {
    let isHaptic = event.kind == .transient || event.kind == .continuous
    let control = event.kind == .transient ? 1 : onset(.hapticIntensityControl, at: frame)
    context.post(
      Notice(
        .eventStarted(
          index: event.index,
          intensity: isHaptic ? voice.intensity * control : event.volume * onset(.audioVolumeControl, at: frame),
          sharpness: isHaptic ? event.sharpness : event.pitch), player: slot, frame: frame))
  }

  /// Ends sounding events: transients finish, and others release. If `quickly`, all fade out in 5 ms.
  @_noLocks
  mutating func releaseVoices(at frame: SampleTime, quickly: Bool, _ context: borrowing RenderContext) {
    hasNothingToSteal = false
    var index = firstVoice
    while index >= 0 {
      let voice = context.voices.voice(index)
      let isTransient = voice.pointee.kind == .transient
      if quickly {
        voice.pointee.beginRelease(frames: context.envelope.quick)
      } else if !isTransient {
        voice.pointee.beginRelease(frames: voice.pointee.releaseFrames(controls, at: frame, context))
      }
      index = voice.pointee.next
    }
  }

  /// Frees voices silenced by a pause, so that no stop or start makes them audible again.
  @_noLocks
  mutating func dropSilentVoices(_ context: inout RenderContext) {
    guard status == .paused, gain == 0 else { return }
    while firstVoice >= 0 {
      let next = context.voices.voice(firstVoice).pointee.next
      context.voices.give(back: firstVoice)
      firstVoice = next
    }
    lastVoice = -1
  }

  @_noLocks
  mutating func updateEnds(_ context: borrowing RenderContext) {
    var index = firstVoice
    while index >= 0 {
      let voice = context.voices.voice(index)
      if !(voice.pointee.kind == .transient) { voice.pointee.end = frame(of: voice.pointee.endPosition) }
      index = voice.pointee.next
    }
  }
}
