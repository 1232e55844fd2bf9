import ThrumDevice
import ThrumPattern

extension Renderer {
  /// Reads commands: immediate ones take effect now, others at their frame. A stop flag takes effect between the
  /// commands sent before and after it.
  @_noLocks
  mutating func takeCommands() {
    takeEngineMutes()
    takeMutes()
    applyDueCommands(at: now)
    // Flags are read first, so that commands not yet in the ring were sent after every stop seen here.
    let flags = controls.flagCount
    while queue.hasRoom, let command = incoming.pop() {
      takeMutes()
      let slot = Int(command.player)
      guard slot >= 0, slot < playerCapacity else {
        context.post(Notice(.commandRefused(command.serial), frame: now))
        continue
      }
      applyStop(slot, before: command.serial)
      let isWaiting = command.time > now
      if command.isStart {
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

  /// Called before each command, so that a mute sent before a start takes effect first.
  @_noLocks
  private mutating func takeMutes() {
    let flags = controls.flagCount
    guard flags != seenMutes else { return }
    seenMutes = flags
    for slot in 0..<playerCapacity {
      let isMuted = controls.isMuted(slot)
      guard isMuted != players[slot].isMuted else { continue }
      players[slot].isMuted = isMuted
      context.post(Notice(.muteChanged(isMuted), player: Int32(slot), frame: now))
    }
  }

  @_noLocks
  private mutating func takeEngineMutes() {
    let haptics = controls.hapticsMuted
    if haptics != isHapticsMuted {
      isHapticsMuted = haptics
      context.post(Notice(.hapticsMuteChanged(haptics), frame: now))
    }
    let audio = controls.audioMuted
    if audio != isAudioMuted {
      isAudioMuted = audio
      context.post(Notice(.audioMuteChanged(audio), frame: now))
    }
  }

  @_noLocks
  mutating func applyDueCommands(at frame: SampleTime) {
    while queue.nextTime <= frame {
      let command = queue.removeFirst()
      if command.isStart {
        let player = players + Int(command.player)
        player.pointee.waitingStarts -= 1
      }
      apply(command, at: frame)
    }
  }

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

  /// Cancels starts. Reports their end if the player has nothing else left to play.
  @_noLocks
  private mutating func cancelStarts(_ slot: Int, upTo serial: UInt64) {
    let player = players + slot
    player.pointee.cancelledUpTo = serial
    let forgotten = queue.forgetStarts(of: Int32(slot), upTo: serial)
    guard forgotten > 0 else { return }
    player.pointee.waitingStarts -= forgotten
    if player.pointee.status == .idle { player.pointee.postEnd(at: now, &context) }
  }

  /// Applies a stop flag and confirms it like a command.
  @_noLocks
  private mutating func obeyStop(_ slot: Int, _ serial: UInt64, quickly: Bool) {
    let player = players + slot
    player.pointee.stopFrame = now
    end(slot, at: now, quickly: quickly)
    let isKnown = !(player.pointee.status == .free)
    context.post(
      Notice(isKnown ? .commandApplied(serial) : .commandRefused(serial), player: Int32(slot), frame: now))
  }

  @_noLocks
  private mutating func end(_ slot: Int, at frame: SampleTime, quickly: Bool) {
    let player = players + slot
    player.pointee.invalidateLookahead()
    if !quickly { player.pointee.startDueTransients(at: frame, &context) }
    player.pointee.dropSilentVoices(&context)
    player.pointee.releaseVoices(at: frame, quickly: quickly, context)
    if player.pointee.status == .playing || player.pointee.status == .paused {
      player.pointee.finish(at: frame, &context)
    }
  }

  @_noLocks
  private mutating func apply(_ command: Command, at frame: SampleTime) {
    let slot = Int(command.player)
    let player = players + slot
    let isCancelled = command.serial != 0 && command.serial <= player.pointee.cancelledUpTo
    if isCancelled || (player.pointee.status == .free && !command.isInstall) {
      refuse(command, at: frame)
      if command.isStart, player.pointee.status == .idle { player.pointee.postEnd(at: frame, &context) }
      return
    }
    player.pointee.invalidateLookahead()
    switch command.action {
    case .install(let schedule):
      player.pointee.status = .idle
      player.pointee.schedule = schedule
      player.pointee.gain = player.pointee.isMuted ? 0 : 1
      player.pointee.loopEnd = schedule.pointee.duration
    case .start(let isNow):
      start(slot, at: frame)
      let stop = player.pointee.appliedStop
      if command.serial != 0, command.serial < stop, isNow || command.time <= player.pointee.stopFrame {
        // A stop has overtaken this start: apply the stop again, after this frame's earlier commands. There is room,
        // since the start was queued or about to be.
        queue.insert(Command(.stop, player: slot, time: frame, serial: stop))
      }
    case .stop: end(slot, at: frame, quickly: false)
    case .cancel:
      if command.serial > player.pointee.cancelledUpTo { cancelStarts(slot, upTo: command.serial) }
      end(slot, at: frame, quickly: true)
    case .pause: player.pointee.pause(at: frame)
    case .resume: player.pointee.resume(at: frame, context)
    case .seek(let position): player.pointee.seek(to: position, at: frame, &context)
    case .setControl(let change):
      guard move(slot, change, from: nil, until: frame, at: frame) else { return refuse(command, at: frame) }
    case .rampControl(let change, let end):
      guard
        move(slot, change, from: player.pointee.controls[change.control.index].target(at: frame), until: end, at: frame)
      else {
        return refuse(command, at: frame)
      }
    case .setRate(let rate): player.pointee.setRate(rate, at: frame, context)
    case .setLoop(let isOn, let end):
      player.pointee.isLooping = isOn && end >= 1
      player.pointee.loopEnd = end
    case .release:
      // Commands waiting for this player must not reach the slot's next player.
      if command.serial > player.pointee.cancelledUpTo { cancelStarts(slot, upTo: command.serial) }
      player.pointee.isReleased = true
      if !(player.pointee.status == .idle) { end(slot, at: frame, quickly: false) }
      if player.pointee.isSilent { free(slot, at: frame) } else { activate(command.player) }
    }
    context.post(
      Notice(.commandApplied(command.serial), player: command.player, frame: frame))
  }

  @_noLocks
  private mutating func refuse(_ command: Command, at frame: SampleTime) {
    context.post(Notice(.commandRefused(command.serial), player: command.player, frame: frame))
  }

  /// Returns `false` if the change is refused.
  @_noLocks
  private mutating func move(
    _ slot: Int, _ change: ControlChange, from start: Double?, until end: SampleTime, at frame: SampleTime
  ) -> Bool {
    let player = players + slot
    let index = change.control.index
    guard change.value == change.value, player.pointee.controls[index].admits(change) else { return false }
    let value = change.control.clamped(change.value)
    player.pointee.controls[index].base = value
    player.pointee.move(change.control, from: start ?? value, to: value, at: frame, until: end, ofPattern: false)
    return true
  }

  /// Starts a player, whose earlier events may still be sounding.
  @_noLocks
  private mutating func start(_ slot: Int, at frame: SampleTime) {
    let player = players + slot
    activate(Int32(slot))
    if player.pointee.status == .paused, !player.pointee.hasSought { player.pointee.heldPosition = 0 }
    player.pointee.dropSilentVoices(&context)
    player.pointee.releaseVoices(at: frame, quickly: true, context)
    let isOver = player.pointee.beginsAtEnd
    player.pointee.begin(at: frame, &context)
    context.post(Notice(.playerStarted, player: Int32(slot), frame: frame))
    if isOver { player.pointee.finish(at: frame, &context) }
  }
}

extension Renderer {
  /// Makes room in the command ring.
  package mutating func drainCommands() { takeCommands() }
}
