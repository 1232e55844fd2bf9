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
