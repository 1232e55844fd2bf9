extension Player {
  /// Begins a pass at the held position.
  @_noLocks
  mutating func begin(at frame: SampleTime, _ stage: inout Stage) {
    guard let schedule else { return }
    let isOver = beginsAtEnd
    // A loop that was sought to beyond its end begins anew.
    if isLooping, heldPosition >= loopEnd { heldPosition = 0 }
    let position = isOver ? schedule.pointee.duration : heldPosition
    status = .playing
    lastEnd = frame
    resetPatternControls(at: frame)
    anchor(position, at: frame, rate: rate)
    nextPiece = 0
    nextEvent = firstEvent(from: position, schedule)
    chaseControls(to: position, at: frame, schedule)
    heldPosition = 0
    if isSilent { gain = goalGain }
    if position > 0, !isOver, stage.entersMidEvent { enterEvents(at: position, frame, schedule, &stage) }
  }

  /// Whether a seek has put the next start at the pattern's end or beyond: nothing is left to play.
  var beginsAtEnd: Bool {
    @_noLocks get {
      guard let schedule, !isLooping, heldPosition > 0 else { return false }
      return heldPosition >= schedule.pointee.duration
    }
  }

  /// Holds the position; the voices fade and then stand still.
  @_noLocks
  mutating func pause(at frame: SampleTime) {
    guard status == .playing else { return }
    heldPosition = position(at: frame)
    pausedFrame = frame
    hasSought = false
    status = .paused
  }

  /// Goes on from the held position; what sounded then sounds on.
  @_noLocks
  mutating func resume(at frame: SampleTime, _ stage: Stage) {
    guard status == .paused else { return }
    status = .playing
    anchor(heldPosition, at: frame, rate: rate)
    heldPosition = 0
    updateEnds(stage)
    for index in 0..<Player.controlCount where schedule?.pointee.touches(index) == true {
      controls[index].delay(from: pausedFrame, by: frame - pausedFrame)
      movingControls |= 1 << UInt16(index)
    }
  }

  /// Moves to a position. At the pattern's end or beyond the playback is over, and one that begins there ends at once; a loop
  /// begins anew. Sounding events fade; events that would sound in the middle stay silent, as on the phone,
  /// unless the settings want them.
  @_noLocks
  mutating func seek(to target: Double, at frame: SampleTime, _ stage: inout Stage) {
    guard let schedule else { return }
    var position = target > 0 ? target : 0
    guard status == .playing || status == .paused else {
      heldPosition = position
      return
    }
    let end = isLooping ? loopEnd : schedule.pointee.duration
    if position >= end {
      guard isLooping else {
        releaseVoices(at: frame, quickly: true, stage)
        finish(at: frame, &stage)
        return
      }
      position = 0
    }
    releaseVoices(at: frame, quickly: true, stage)
    resetPatternControls(at: frame)
    if status == .paused {
      heldPosition = position
      hasSought = true
      pausedFrame = frame
    }
    anchor(position, at: frame, rate: rate)
    nextPiece = 0
    nextEvent = firstEvent(from: position, schedule)
    chaseControls(to: position, at: frame, schedule)
    if stage.entersMidEvent { enterEvents(at: position, frame, schedule, &stage) }
  }

  /// Changes the speed from a frame on. Values that are not positive are ignored.
  @_noLocks
  mutating func setRate(_ value: Double, at frame: SampleTime, _ stage: Stage) {
    guard value > 0, value < 1_000_000 else { return }
    let factor = rate / value
    if status == .playing {
      anchor(position(at: frame), at: frame, rate: value)
      updateEnds(stage)
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

  /// The first event that begins at or after a position, by bisection.
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

  /// Brings the controls to where the pattern's pieces before a position have left them. Cost: those pieces.
  @_noLocks
  private mutating func chaseControls(
    to position: Double, at frame: SampleTime, _ schedule: UnsafePointer<Schedule>
  ) {
    let pieces = schedule.pointee.pieces
    while nextPiece < schedule.pointee.pieceCount, pieces[nextPiece].start <= position {
      let piece = pieces[nextPiece]
      nextPiece += 1
      let from = piece.from == piece.from ? Double(piece.from) : onsetValue(piece.lane, at: frame)
      if piece.end > position {
        let share = (position - piece.start) / (piece.end - piece.start)
        let here = from + (Double(piece.to) - from) * share
        move(
          piece.lane, from: here, to: Double(piece.to), at: frame, until: self.frame(of: piece.end),
          ofPattern: true)
      } else {
        move(piece.lane, from: Double(piece.to), to: Double(piece.to), at: frame, until: frame, ofPattern: true)
      }
    }
  }

  @_noLocks
  private func onsetValue(_ lane: ControlLane, at frame: SampleTime) -> Double {
    controls[lane.index].target(at: frame)
  }

  /// Sounds what is under way at a position: continuous events with a new attack, sounds from where they would be.
  @_noLocks
  private mutating func enterEvents(
    at position: Double, _ frame: SampleTime, _ schedule: UnsafePointer<Schedule>, _ stage: inout Stage
  ) {
    for index in 0..<nextEvent {
      let event = schedule.pointee.events[index]
      guard event.length == event.length, event.start + event.length > position else { continue }
      startVoice(event, at: frame, &stage)
      guard event.kind == .sound, lastVoice >= 0 else { continue }
      // A sound goes on where it would be.
      let ratio = stage.audio.ratio(pitch: event.pitch) / rate
      stage.voices.voice(lastVoice).pointee.position = (position - event.start) * ratio
    }
  }
}

extension Schedule {
  /// Whether the pattern moves a control.
  @_noLocks
  func touches(_ lane: Int) -> Bool { touchedLanes & 1 << UInt16(lane) != 0 }
}
