extension Renderer {
  /// Takes what the engine has sent: immediate commands act now, others wait for their frame. A stop flag acts between
  /// the commands that were sent before and after it.
  ///
  /// - Thread: render thread only.
  /// - Real-time: yes.
  @_noLocks
  mutating func takeCommands() {
    takeEngineMutes()
    takeMutes()
    applyDueCommands(at: now)
    // Flags first: a stop that is seen here was sent after everything that is not yet in the ring.
    let flags = controls.flagCount
    while queue.hasRoom, let command = commands.pop() {
      takeMutes()
      let slot = Int(command.player)
      guard slot >= 0, slot < playerCapacity else {
        stage.tell(Notice(.commandRefused, frame: now, serial: command.serial))
        continue
      }
      applyStop(slot, before: command.serial)
      let isWaiting = command.time > now
      if command.kind == .start {
        let player = players + slot
        player.pointee.takenStart = command.serial
        if isWaiting { player.pointee.waitingStarts += 1 }
      }
      if isWaiting { queue.insert(command) } else { apply(command, at: now) }
    }
    guard flags != seenFlags else { return }
    seenFlags = flags
    for slot in 0..<playerCapacity { applyStop(slot, before: .max) }
  }

  /// Mutes players and lets them sound again. Asked before each command, so that a start that was sent after a mute
  /// finds it.
  @_noLocks
  private mutating func takeMutes() {
    let flags = controls.flagCount
    guard flags != seenMutes else { return }
    seenMutes = flags
    for slot in 0..<playerCapacity {
      let isMuted = controls.isMuted(slot)
      guard isMuted != players[slot].isMuted else { continue }
      players[slot].isMuted = isMuted
      stage.tell(Notice(.muteChanged, player: Int32(slot), frame: now, value: isMuted ? 1 : 0))
    }
  }

  @_noLocks
  private mutating func takeEngineMutes() {
    let haptics = controls.hapticsMuted
    if haptics != isHapticsMuted {
      isHapticsMuted = haptics
      stage.tell(Notice(.engineMuteChanged, frame: now, index: 0, value: haptics ? 1 : 0))
    }
    let audio = controls.audioMuted
    if audio != isAudioMuted {
      isAudioMuted = audio
      stage.tell(Notice(.engineMuteChanged, frame: now, index: 1, value: audio ? 1 : 0))
    }
  }

  /// Applies the commands whose frame has come.
  @_noLocks
  mutating func applyDueCommands(at frame: SampleTime) {
    while queue.nextTime <= frame {
      let command = queue.removeFirst()
      if command.kind == .start {
        let player = players + Int(command.player)
        player.pointee.waitingStarts -= 1
      }
      apply(command, at: frame)
    }
  }

  /// Obeys the player's stop flag when it was raised before a serial.
  @_noLocks
  private mutating func applyStop(_ slot: Int, before serial: UInt64) {
    let cancelSerial = controls.cancelSerial(slot)
    if cancelSerial > players[slot].cancelledUpTo, cancelSerial < serial {
      cancelStarts(slot, upTo: cancelSerial)
      if cancelSerial > players[slot].appliedStop { players[slot].appliedStop = cancelSerial }
      obeyStop(slot, cancelSerial, quickly: true)
    }
    let stopSerial = controls.stopSerial(slot)
    guard stopSerial > players[slot].appliedStop, stopSerial < serial else { return }
    players[slot].appliedStop = stopSerial
    obeyStop(slot, stopSerial, quickly: false)
  }

  /// Forgets the starts that wait. When none of them nor another plays, nobody else would tell that they are over.
  @_noLocks
  private mutating func cancelStarts(_ slot: Int, upTo serial: UInt64) {
    let player = players + slot
    player.pointee.cancelledUpTo = serial
    let forgotten = queue.forgetStarts(of: Int32(slot), upTo: serial)
    guard forgotten > 0 else { return }
    player.pointee.waitingStarts -= forgotten
    if player.pointee.status == .idle { player.pointee.tellEnd(at: now, &stage) }
  }

  /// Ends a playback because of a flag and tells so, as of a command.
  @_noLocks
  private mutating func obeyStop(_ slot: Int, _ serial: UInt64, quickly: Bool) {
    let player = players + slot
    player.pointee.stopFrame = now
    end(slot, at: now, quickly: quickly)
    let isKnown = !(player.pointee.status == .free)
    stage.tell(
      Notice(isKnown ? .commandApplied : .commandRefused, player: Int32(slot), frame: now, serial: serial))
  }

  /// Ends a playback.
  @_noLocks
  private mutating func end(_ slot: Int, at frame: SampleTime, quickly: Bool) {
    let player = players + slot
    player.pointee.disturb()
    if !quickly { player.pointee.startDueTransients(at: frame, &stage) }
    player.pointee.dropSilentVoices(&stage)
    player.pointee.releaseVoices(at: frame, quickly: quickly, stage)
    if player.pointee.status == .playing || player.pointee.status == .paused {
      player.pointee.finish(at: frame, &stage)
    }
  }

  @_noLocks
  private mutating func apply(_ command: Command, at frame: SampleTime) {
    let slot = Int(command.player)
    let player = players + slot
    let isCancelled = command.serial != 0 && command.serial <= player.pointee.cancelledUpTo
    if isCancelled || (player.pointee.status == .free && !(command.kind == .install)) {
      stage.tell(Notice(.commandRefused, player: command.player, frame: frame, serial: command.serial))
      if command.kind == .start, player.pointee.status == .idle { player.pointee.tellEnd(at: frame, &stage) }
      return
    }
    player.pointee.disturb()
    switch command.kind {
    case .install:
      player.pointee.status = .idle
      player.pointee.schedule = command.schedule
      player.pointee.gain = player.pointee.isMuted ? 0 : 1
      if let schedule = command.schedule { player.pointee.loopEnd = schedule.pointee.duration }
    case .start:
      start(slot, at: frame)
      let stop = player.pointee.appliedStop
      if command.serial != 0, command.serial < stop, command.flag || command.time <= player.pointee.stopFrame {
        // A stop has overtaken what came before it: it is obeyed again, after the commands of this frame that were
        // sent before it. There is room in the queue, because the start was in it or about to be.
        queue.insert(Command(.stop, player: slot, time: frame, serial: stop))
      }
    case .stop: end(slot, at: frame, quickly: false)
    case .cancel:
      if command.serial > player.pointee.cancelledUpTo { cancelStarts(slot, upTo: command.serial) }
      end(slot, at: frame, quickly: true)
    case .pause: player.pointee.pause(at: frame)
    case .resume: player.pointee.resume(at: frame, stage)
    case .seek: player.pointee.seek(to: command.value, at: frame, &stage)
    case .setControl, .rampControl:
      guard command.value == command.value, player.pointee.controls[command.lane.index].admits(command) else {
        stage.tell(Notice(.commandRefused, player: command.player, frame: frame, serial: command.serial))
        return
      }
      let lowest = command.lane.multiplies ? 0.0 : -1
      let value = command.value > lowest ? (command.value < 1 ? command.value : 1) : lowest
      let isRamp = command.kind == .rampControl
      let from = isRamp ? player.pointee.controls[command.lane.index].target(at: frame) : value
      player.pointee.controls[command.lane.index].base = value
      player.pointee.move(
        command.lane, from: from, to: value, at: frame, until: isRamp ? command.end : frame, ofPattern: false)
    case .setRate: player.pointee.setRate(command.value, at: frame, stage)
    case .setLoop:
      player.pointee.isLooping = command.flag && command.value >= 1
      player.pointee.loopEnd = command.value
    case .release:
      // What still waits for the player is not meant for the slot's next one.
      if command.serial > player.pointee.cancelledUpTo { cancelStarts(slot, upTo: command.serial) }
      player.pointee.isReleased = true
      if !(player.pointee.status == .idle) { end(slot, at: frame, quickly: false) }
      if player.pointee.isSilent { free(slot, at: frame) } else { activate(command.player) }
    }
    stage.tell(
      Notice(.commandApplied, player: command.player, frame: frame, serial: command.serial))
  }

  /// Plays from the held position, over whatever still sounds.
  @_noLocks
  private mutating func start(_ slot: Int, at frame: SampleTime) {
    let player = players + slot
    activate(Int32(slot))
    if player.pointee.status == .paused, !player.pointee.hasSought { player.pointee.heldPosition = 0 }
    player.pointee.dropSilentVoices(&stage)
    player.pointee.releaseVoices(at: frame, quickly: true, stage)
    let isOver = player.pointee.beginsAtEnd
    player.pointee.begin(at: frame, &stage)
    stage.tell(Notice(.playerStarted, player: Int32(slot), frame: frame))
    if isOver { player.pointee.finish(at: frame, &stage) }
  }
}

extension Renderer {
  /// Takes what is in the command ring without rendering: makes room for more.
  ///
  /// - Thread: render thread only.
  public mutating func takeCommandsNow() { takeCommands() }
}
