import ThrumDevice
import ThrumPattern

extension Player {
  @_noLocks
  mutating func begin(at frame: SampleTime, _ context: inout RenderContext) {
    guard let schedule else { return }
    let isOver = beginsAtEnd
    // A loop restarts after a seek beyond its end.
    if isLooping, heldPosition >= loopEnd { heldPosition = 0 }
    let position = isOver ? schedule.pointee.duration : heldPosition
    status = .playing
    lastEnd = frame
    resetPatternControls(at: frame)
    anchor(position, at: frame, rate: rate)
    nextSegment = 0
    nextEvent = firstEvent(from: position, schedule)
    postControls(chaseControls(to: position, at: frame, schedule), at: frame, &context)
    heldPosition = 0
    if isSilent { gain = goalGain }
    if position > 0, !isOver, context.entersMidEvent { enterEvents(at: position, frame, schedule, &context) }
  }

  var beginsAtEnd: Bool {
    @_noLocks get {
      guard let schedule, !isLooping, heldPosition > 0 else { return false }
      return heldPosition >= schedule.pointee.duration
    }
  }

  @_noLocks
  mutating func pause(at frame: SampleTime) {
    guard status == .playing else { return }
    heldPosition = position(at: frame)
    pausedFrame = frame
    hasSought = false
    status = .paused
  }

  @_noLocks
  mutating func resume(at frame: SampleTime, _ context: borrowing RenderContext) {
    guard status == .paused else { return }
    status = .playing
    anchor(heldPosition, at: frame, rate: rate)
    heldPosition = 0
    updateEnds(context)
    for index in 0..<Player.controlCount where schedule?.pointee.touches(index) == true {
      controls[index].delay(from: pausedFrame, by: frame - pausedFrame)
      movingControls |= 1 << UInt16(index)
    }
  }

  /// A target at or past the end ends playback or restarts a loop.
  ///
  /// Sounding events fade out. Events in progress at the target stay silent, as on a phone, unless the settings say
  /// otherwise.
  @_noLocks
  mutating func seek(to target: Double, at frame: SampleTime, _ context: inout RenderContext) {
    guard let schedule else { return }
    var position = target > 0 ? target : 0
    guard status == .playing || status == .paused else {
      heldPosition = position
      return
    }
    let end = isLooping ? loopEnd : schedule.pointee.duration
    if position >= end {
      guard isLooping else {
        releaseVoices(at: frame, quickly: true, context)
        finish(at: frame, &context)
        return
      }
      position = 0
    }
    releaseVoices(at: frame, quickly: true, context)
    resetPatternControls(at: frame)
    if status == .paused {
      heldPosition = position
      hasSought = true
      pausedFrame = frame
    }
    anchor(position, at: frame, rate: rate)
    nextSegment = 0
    nextEvent = firstEvent(from: position, schedule)
    postControls(chaseControls(to: position, at: frame, schedule), at: frame, &context)
    if context.entersMidEvent { enterEvents(at: position, frame, schedule, &context) }
  }

  @_noLocks
  mutating func setRate(_ value: Double, at frame: SampleTime, _ context: borrowing RenderContext) {
    guard PlaybackRate.isPlayable(value) else { return }
    let factor = rate / value
    if status == .playing {
      anchor(position(at: frame), at: frame, rate: value)
      updateEnds(context)
      for index in 0..<Player.controlCount where schedule?.pointee.touches(index) == true {
        controls[index].stretch(at: frame, by: factor)
      }
    } else {
      anchor(anchorPosition, at: frame, rate: value)
      guard status == .paused else { return }
      for index in 0..<Player.controlCount where schedule?.pointee.touches(index) == true {
        controls[index].stretch(at: pausedFrame, by: factor)
      }
    }
  }

  @_noLocks
  private func firstEvent(from position: Double, _ schedule: UnsafePointer<Schedule>) -> Int {
    var low = 0
    var high = schedule.pointee.eventCount
    while low < high {
      let middle = (low + high) / 2
      if schedule.pointee.events[middle].start < position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the controls changed by segments before a position, as a bit mask.
  @_noLocks
  private mutating func chaseControls(
    to position: Double, at frame: SampleTime, _ schedule: UnsafePointer<Schedule>
  ) -> UInt16 {
    let segments = schedule.pointee.segments
    var moved: UInt16 = 0
    while nextSegment < schedule.pointee.segmentCount, segments[nextSegment].start <= position {
      let segment = segments[nextSegment]
      nextSegment += 1
      moved |= 1 << UInt16(segment.control.index)
      let from = segment.from == segment.from ? Double(segment.from) : onsetValue(segment.control, at: frame)
      if segment.end > position {
        let share = (position - segment.start) / (segment.end - segment.start)
        let here = from + (Double(segment.to) - from) * share
        move(
          segment.control, from: here, to: Double(segment.to), at: frame, until: self.frame(of: segment.end),
          ofPattern: true)
      } else {
        move(
          segment.control, from: Double(segment.to), to: Double(segment.to), at: frame, until: frame, ofPattern: true)
      }
    }
    return moved
  }

  @_noLocks
  private func onsetValue(_ control: DynamicParameterID, at frame: SampleTime) -> Double {
    controls[control.index].target(at: frame)
  }

  /// Starts events in progress: continuous ones with a new attack, and sounds midway.
  @_noLocks
  private mutating func enterEvents(
    at position: Double, _ frame: SampleTime, _ schedule: UnsafePointer<Schedule>, _ context: inout RenderContext
  ) {
    for index in 0..<nextEvent {
      let event = schedule.pointee.events[index]
      guard event.length == event.length, event.start + event.length > position else { continue }
      startVoice(event, at: frame, &context)
      guard let sound = event.sound, lastVoice >= 0 else { continue }
      let speed = sound.speed * context.audio.ratio(pitch: event.pitch) / rate
      context.voices.voice(lastVoice).pointee.sample.position = SoundPosition(frames: (position - event.start) * speed)
    }
  }
}

extension Schedule {
  @_noLocks
  func touches(_ control: Int) -> Bool { touchedControls & 1 << UInt16(control) != 0 }
}

extension Player {
  /// Returns the number of frames until the next start or end of an event, control path or envelope stage, or until the
  /// next due notice. Returns `SampleTime.max` if only a command can change anything.
  ///
  /// - Thread: render thread only, between quanta.
  @_noLocks
  func unchangedFrames(from frame: SampleTime, _ context: inout RenderContext) -> SampleTime {
    guard gain == goalGain, !(status == .free) else { return 0 }
    if status == .paused { return .max }
    var unchanged = SampleTime.max
    var isHolding = false
    var index = firstVoice
    while index >= 0 {
      let voice = context.voices.voice(index)
      let left = unchangedFrames(of: voice, from: frame, &context)
      if left < unchanged { unchanged = left }
      if voice.pointee.isHolding { isHolding = true }
      index = voice.pointee.next
    }
    guard status == .playing else { return unchanged }
    let left = unchangedFramesOfPattern(from: frame, isHolding: isHolding)
    return left < unchanged ? left : unchanged
  }

  @_noLocks
  private func unchangedFramesOfPattern(from frame: SampleTime, isHolding: Bool) -> SampleTime {
    guard let schedule else { return 0 }
    var nearest = SampleTime.max
    if nextEvent < schedule.pointee.eventCount {
      nearest = self.frame(of: schedule.pointee.events[nextEvent].start)
    } else if !isLooping {
      let end = self.frame(of: schedule.pointee.duration)
      // From now on, the last held event determines the player's end.
      if end > frame { nearest = end } else if !isHolding { return 0 }
    }
    if nextSegment < schedule.pointee.segmentCount {
      let next = self.frame(of: schedule.pointee.segments[nextSegment].start)
      if next < nearest { nearest = next }
    }
    if isLooping {
      let end = self.frame(of: loopEnd)
      if end < nearest { nearest = end }
    }
    return nearest == .max ? .max : nearest - frame
  }

  @_noLocks
  private func unchangedFrames(
    of voice: UnsafeMutablePointer<Voice>, from frame: SampleTime, _ context: inout RenderContext
  ) -> SampleTime {
    var unchanged = voice.pointee.stageFrames
    if voice.pointee.isHolding {
      if voice.pointee.buzz.framesToLimit < unchanged { unchanged = voice.pointee.buzz.framesToLimit }
      let left = voice.pointee.end == .max ? Int.max : Int(voice.pointee.end - frame)
      if left < unchanged { unchanged = left }
    }
    guard voice.pointee.endsWithSound else { return SampleTime(unchanged) }
    guard let sound = voice.pointee.sample.sound, sound.frames > 0 else { return 0 }
    if voice.pointee.sample.loops { return SampleTime(unchanged) }
    // The end can be predicted only while the pitch is constant.
    guard controls[DynamicParameterID.audioPitchControl.index].nextCorner(after: frame) == .max else { return 0 }
    let speed = voice.pointee.steadySpeed(sound, control(.audioPitchControl, at: frame), at: frame, &context)
    let left = (Int64(sound.frames) << 32) - voice.pointee.sample.position.units
    let whole = Int((left - 1) / max(1, speed.increment.units))
    return SampleTime(whole < unchanged ? whole : unchanged)
  }

  /// Skips frames, which must be unchanged according to ``unchangedFrames(from:_:)``.
  @_noLocks
  func skip(from frame: SampleTime, frames: Int, _ context: inout RenderContext) {
    if status == .paused { return }
    var index = firstVoice
    while index >= 0 {
      let voice = context.voices.voice(index)
      if voice.pointee.stageFrames != Int.max { voice.pointee.stageFrames -= frames }
      if voice.pointee.buzz.framesToLimit != Int.max { voice.pointee.buzz.framesToLimit -= frames }
      if voice.pointee.isHolding { voice.pointee.lastHeld = frame + SampleTime(frames) }
      if voice.pointee.endsWithSound, !voice.pointee.sample.loops, let sound = voice.pointee.sample.sound {
        let speed = voice.pointee.steadySpeed(sound, control(.audioPitchControl, at: frame), at: frame, &context)
        _ = voice.pointee.fastForwardSound(sound, speed: speed, frames: frames)
      }
      index = voice.pointee.next
    }
  }
}
