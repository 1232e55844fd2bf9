import ThrumPattern
import ThrumRender

extension HapticEngine {
  /// The commands that give a player a slot, its schedule and all that it was told before; none when it has one.
  ///
  /// - Throws: ``EngineError`` `noPlayerChannel` when no slot is free; what a sound's decoding throws.
  func installation(of id: PlayerID, _ session: RenderSession) throws(EngineError) -> [Command] {
    guard let record = players[id], record.slot == nil else { return [] }
    guard let slot = freeSlots.popLast() else {
      throw EngineError(.noPlayerChannel, "no player channel is free: stop players, or use one again")
    }
    let schedule: ScheduleMemory
    do throws(EngineError) { schedule = try compile(record, session) } catch {
      freeSlots.append(slot)
      throw error
    }
    session.controls.setMuted(record.isMuted, player: Int(slot))
    players[id]?.slot = slot
    slots[slot] = id
    session.lend(schedule, slot: slot)
    session.journal?.keep(schedule)
    var commands = [command(.install, id, schedule: schedule.schedule)]
    if record.rate != 1 { commands.append(command(.setRate, id, value: record.rate)) }
    if record.loops { commands.append(loopCommand(id, session)) }
    for change in record.controls.replay(at: environment.now) { commands.append(controlCommand(change, id, session)) }
    if let offset = record.offset { commands.append(command(.seek, id, value: offset * session.format.sampleRate)) }
    return commands
  }

  private func compile(_ record: PlayerRecord, _ session: RenderSession) throws(EngineError) -> ScheduleMemory {
    let rate = session.format.sampleRate
    for event in record.pattern.events {
      if let id = event.resourceID { try loadRegistered(id, rate: rate) }
    }
    for path in record.files { try loadFile(path, record.options, rate: rate) }
    var compiler = ScheduleCompiler(sampleRate: rate) { [sounds] name in sounds.memory(of: name, rate: rate) }
    compiler.hapticsOnly = record.options.hapticsOnly || session.hapticsOnly
    compiler.audioOnly = record.options.audioOnly || session.audioOnly
    if environment.profile.isController { compiler.hapticsOnly = true }
    var pattern = record.pattern
    for (index, entry) in pattern.entries.enumerated() {
      if case .event(let event) = entry, event.resourceID != nil {
        pattern.entries[index] = .event(sounds.complete(event))
      }
    }
    return compiler.compile(pattern)
  }

  /// A command for a player that has a slot.
  func command(
    _ kind: Command.Kind, _ id: PlayerID, at frame: SampleTime = Command.immediately,
    lane: ControlLane = .hapticIntensity,
    value: Double = 0, end: SampleTime = 0, flag: Bool = false, path: UInt64 = 0,
    schedule: UnsafePointer<Schedule>? = nil
  ) -> Command {
    Command(
      kind, player: Int(players[id]?.slot ?? -1), time: frame, serial: nextSerial(), lane: lane, value: value,
      end: end, flag: flag, schedule: schedule, path: path)
  }

  func loopCommand(_ id: PlayerID, _ session: RenderSession, at frame: SampleTime = Command.immediately) -> Command {
    let seconds = players[id].map { $0.loopEnd ?? $0.duration } ?? 0
    return command(
      .setLoop, id, at: frame, value: seconds * session.format.sampleRate, flag: players[id]?.loops == true)
  }

  func controlCommand(_ change: ControlHistory.Change, _ id: PlayerID, _ session: RenderSession) -> Command {
    let isRamp = change.end > change.time
    return command(
      isRamp ? .rampControl : .setControl, id, at: frame(at: change.time, session), lane: change.lane,
      value: change.value, end: isRamp ? session.frame(atTime: change.end) : 0, flag: change.begins,
      path: change.path)
  }

  /// The frame at which something acts that is meant for an engine time. The past, and 0, are now: the first frame not
  /// yet rendered, which in virtual time is the very frame of the present.
  func frame(at time: Double, _ session: RenderSession) -> SampleTime {
    if session.isHandDriven { return max(session.frame(atTime: max(time, environment.now)), session.renderedFrames) }
    return time > environment.now ? session.frame(atTime: time) : Command.immediately
  }

  /// Sends commands so that the render thread sees all of them at once, or none.
  ///
  /// - Throws: ``EngineError`` `resourceNotAvailable` when too many wait.
  func send(_ commands: [Command], _ session: RenderSession) throws(EngineError) {
    guard !commands.isEmpty else { return }
    var isSent = session.send(commands)
    if !isSent, session.isHandDriven {
      session.takeCommands()
      isSent = session.send(commands)
    }
    guard isSent else {
      uninstall(commands, session)
      throw EngineError(
        .resourceNotAvailable, "too many commands wait for the render thread: send fewer, or later")
    }
    guard session.journal != nil else { return }
    for command in commands { sentCommands[command.serial] = command }
  }

  /// Takes slots back whose installation was never sent.
  func uninstall(_ commands: [Command], _ session: RenderSession) {
    for command in commands where command.kind == .install {
      if let player = slots.removeValue(forKey: command.player) { players[player]?.slot = nil }
      session.takeBack(command.player)
      freeSlots.append(command.player)
    }
  }

  // MARK: Giving slots back

  /// A player has ended. It keeps its slot, so that it can be started again at once; of so many that players which
  /// have none would find no room, the one that has been idle for longest gives its slot back.
  func didBecomeIdle(_ id: PlayerID) {
    guard let slot = players[id]?.slot, let session else { return }
    idleSlots.removeAll { $0 == slot }
    idleSlots.append(slot)
    // The other half of the room is for slots that are on their way back while their tails sound.
    let room = (slotCount - configuration.settings.playerCapacity) / 2
    if idleSlots.count > max(1, room), let oldest = idleSlots.first { release(oldest, session) }
  }

  func release(_ slot: Int32, _ session: RenderSession) {
    idleSlots.removeAll { $0 == slot }
    guard let player = slots[slot] else { return }
    do throws(EngineError) {
      try send([Command(.release, player: Int(slot), serial: nextSerial())], session)
      if players[player]?.slot == slot { players[player]?.slot = nil }
    } catch {
      // It stays where it is, also when its player is forgotten; another end will ask again.
      idleSlots.append(slot)
    }
  }

  /// A player that the app has let go of, and that does not play.
  func forget(_ id: PlayerID) {
    if let slot = players[id]?.slot, let session { release(slot, session) }
    // What an invalid one has used was lost in the reset.
    if let record = players.removeValue(forKey: id), !record.isInvalid { sounds.leave(record.files) }
  }

  /// The run is over: slots go with it, and the schedules when its device has closed.
  func forgetSlots() {
    for player in slots.values { players[player]?.slot = nil }
    slots.removeAll()
    freeSlots.removeAll()
    idleSlots.removeAll()
    sentCommands.removeAll()
  }
}
