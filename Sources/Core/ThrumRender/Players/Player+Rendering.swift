import ThrumDevice
import ThrumPattern

extension Player {
  @_noLocks
  mutating func render(from: SampleTime, to: SampleTime, origin: SampleTime, _ context: inout RenderContext) {
    if status == .playing, to <= nextChange, firstVoice < 0, gain == goalGain {
      hasNothingToSteal = false
      return
    }
    if status == .playing, to <= nextChange, nextCorner(after: from, limit: to) == to {
      var segment = Segment(from: from, to: to, offset: Int(from - origin))
      fill(&segment)
      return renderVoices(segment, &context)
    }
    var frame = from
    while frame < to {
      if status == .playing { catchUp(at: frame, &context) }
      guard status == .playing || firstVoice >= 0 || gain != goalGain else { return }
      var end = to
      if status == .playing { end = nextBoundary(after: frame, limit: to) }
      end = nextCorner(after: frame, limit: end)
      var segment = Segment(from: frame, to: end, offset: Int(frame - origin))
      fill(&segment)
      if status == .playing { startEvents(in: segment, &context) }
      renderVoices(segment, &context)
      if status == .playing { finishIfOver(at: end, &context) }
      frame = end
    }
    if status == .playing { nextChange = nextHappening(after: to) }
  }

  @_noLocks
  private func nextHappening(after frame: SampleTime) -> SampleTime {
    guard let schedule else { return .min }
    var nearest = nextBoundary(after: frame, limit: .max)
    if nextEvent < schedule.pointee.eventCount {
      let start = self.frame(of: schedule.pointee.events[nextEvent].start)
      if start < nearest { nearest = start }
    } else if !isLooping {
      // Past the pattern's end, the player ends with its last held event, so check for that in every quantum.
      let end = self.frame(of: schedule.pointee.duration) - 1
      if end < nearest { nearest = end }
    }
    return nearest
  }

  var goalGain: Float { @_noLocks get { isMuted || status == .paused ? 0 : 1 } }

  @_noLocks
  private mutating func catchUp(at frame: SampleTime, _ context: inout RenderContext) {
    guard let schedule else { return }
    if isLooping, self.frame(of: loopEnd) <= frame { loop(at: frame, &context) }
    let segments = schedule.pointee.segments
    while nextSegment < schedule.pointee.segmentCount, self.frame(of: segments[nextSegment].start) <= frame {
      begin(segments[nextSegment], at: frame, &context)
      nextSegment += 1
    }
  }

  /// Keeps the remaining fraction of a frame, so that loops do not drift. Posts at most one notice per quantum.
  @_noLocks
  private mutating func loop(at frame: SampleTime, _ context: inout RenderContext) {
    let rest = position(at: frame) - loopEnd
    releaseVoices(at: frame, quickly: false, context)
    if frame > anchorFrame { startSeamEvents(at: frame, &context) }
    resetPatternControls(at: frame)
    let isPlausible = rest > -rate && rest < rate
    anchor(isPlausible ? rest : 0, at: frame, rate: rate)
    nextEvent = 0
    nextSegment = 0
    let quantum = frame / SampleTime(quantumFrames)
    guard quantum != loopedQuantum else { return }
    loopedQuantum = quantum
    context.post(Notice(.playerLooped, player: slot, frame: frame))
  }

  /// Starts events within half a frame of the loop point, and those at the pattern's own end.
  @_noLocks
  private mutating func startSeamEvents(at frame: SampleTime, _ context: inout RenderContext) {
    guard let schedule else { return }
    let events = schedule.pointee.events
    while nextEvent < schedule.pointee.eventCount, isInLoop(events[nextEvent].start, schedule),
      self.frame(of: events[nextEvent].start) <= frame
    {
      startVoice(events[nextEvent], at: frame, &context)
      nextEvent += 1
    }
  }

  /// Whether a position is before the loop's end, or at it if that is also the pattern's end.
  @_noLocks
  private func isInLoop(_ position: Double, _ schedule: UnsafePointer<Schedule>) -> Bool {
    position < loopEnd || (position == loopEnd && loopEnd == schedule.pointee.duration)
  }

  @_noLocks
  private func nextBoundary(after frame: SampleTime, limit: SampleTime) -> SampleTime {
    guard let schedule else { return limit }
    var nearest = limit
    if nextSegment < schedule.pointee.segmentCount {
      let next = self.frame(of: schedule.pointee.segments[nextSegment].start)
      if next < nearest { nearest = next }
    }
    if isLooping {
      let end = self.frame(of: loopEnd)
      if end < nearest { nearest = end > frame ? end : frame + 1 }
    }
    return nearest
  }

  @_noLocks
  private mutating func fill(_ segment: inout Segment) {
    let a = segment.from
    let b = segment.to
    segment.intensity = control(.hapticIntensityControl, from: a, to: b)
    segment.sharpness = control(.hapticSharpnessControl, from: a, to: b)
    if schedule?.pointee.hasAudio == true { fillAudio(&segment) }
    segment.hapticDecay = onset(.hapticDecayTimeControl, at: a)
    let before = gain
    let step = Float(b - a) * fades.gainStep
    if gain < goalGain { gain = gain + step < goalGain ? gain + step : goalGain }
    if gain > goalGain { gain = gain - step > goalGain ? gain - step : goalGain }
    segment.gain = Ends(before, gain)
  }

  @_noLocks
  private func fillAudio(_ segment: inout Segment) {
    let a = segment.from
    let b = segment.to
    segment.volume = control(.audioVolumeControl, from: a, to: b)
    segment.pitch = control(.audioPitchControl, from: a, to: b)
    segment.pan = control(.audioPanControl, from: a, to: b)
    segment.brightness = control(.audioBrightnessControl, from: a, to: b)
    segment.audioDecay = onset(.audioDecayTimeControl, at: a)
  }

  @_noLocks
  private mutating func startEvents(in segment: Segment, _ context: inout RenderContext) {
    guard let schedule else { return }
    let events = schedule.pointee.events
    while nextEvent < schedule.pointee.eventCount {
      let start = frame(of: events[nextEvent].start)
      guard start < segment.to else { return }
      guard !isLooping || events[nextEvent].start < loopEnd else { return }
      startVoice(events[nextEvent], at: start > segment.from ? start : segment.from, &context)
      nextEvent += 1
    }
  }

  /// Starts transients that are due at a stop's frame, so that they are felt.
  @_noLocks
  mutating func startDueTransients(at frame: SampleTime, _ context: inout RenderContext) {
    guard status == .playing, let schedule else { return }
    catchUp(at: frame, &context)
    let events = schedule.pointee.events
    while nextEvent < schedule.pointee.eventCount, self.frame(of: events[nextEvent].start) <= frame {
      guard !isLooping || events[nextEvent].start < loopEnd else { return }
      if events[nextEvent].kind == .transient { startVoice(events[nextEvent], at: frame, &context) }
      nextEvent += 1
    }
  }

  @_noLocks
  private mutating func renderVoices(_ segment: Segment, _ context: inout RenderContext) {
    // A paused player stops once faded out.
    if status == .paused, segment.gain.begin == 0, segment.gain.end == 0 { return }
    hasNothingToSteal = false
    guard firstVoice >= 0 else { return }
    let makesSamples = context.synthesises
    let isWhole = segment.to - segment.from == SampleTime(quantumFrames)
    let interpolates = makesSamples && isWhole && !context.harmonics.isOfEvents
    let shared =
      interpolates ? BlockInterpolation(segment, context.oscillator.strength) : BlockInterpolation()
    var before: Int32 = -1
    var index = firstVoice
    while index >= 0 {
      let voice = context.voices.voice(index)
      if interpolates, voice.pointee.interpolate(segment, shared, &context) {
        before = index
        index = voice.pointee.next
        continue
      }
      let wasHolding = voice.pointee.isHolding
      voice.pointee.render(segment, controls, makesSamples: makesSamples, &context)
      if wasHolding, !voice.pointee.isHolding, voice.pointee.lastHeld > lastEnd {
        lastEnd = voice.pointee.lastHeld
      }
      let next = voice.pointee.next
      if voice.pointee.stage == .ended {
        if before >= 0 { context.voices.voice(before).pointee.next = next } else { firstVoice = next }
        if lastVoice == index { lastVoice = before }
        context.voices.give(back: index)
      } else {
        before = index
      }
      index = next
    }
  }

  @_noLocks
  private mutating func finishIfOver(at frame: SampleTime, _ context: inout RenderContext) {
    guard let schedule, !isLooping, nextEvent >= schedule.pointee.eventCount else { return }
    let end = self.frame(of: schedule.pointee.duration)
    guard end <= frame else { return }
    var index = firstVoice
    while index >= 0 {
      if context.voices.voice(index).pointee.isHolding { return }
      index = context.voices.voice(index).pointee.next
    }
    finish(at: end > lastEnd ? end : lastEnd, &context)
  }

  @_noLocks
  mutating func finish(at frame: SampleTime, _ context: inout RenderContext) {
    status = .idle
    heldPosition = 0
    postEnd(at: frame, &context)
  }

  /// Reports that none of the starts read so far is active.
  @_noLocks
  func postEnd(at frame: SampleTime, _ context: inout RenderContext) {
    context.post(Notice(.playerFinished(upTo: takenStart, waiting: waitingStarts), player: slot, frame: frame))
  }
}
