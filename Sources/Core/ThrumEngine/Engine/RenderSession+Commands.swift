import ThrumDevice
import ThrumOffline
import ThrumPattern
import ThrumRender

extension RenderSession {
  typealias TimedAction = (action: Command.Action, frame: SampleTime)

  /// Past times and 0 mean the first unrendered frame or, in virtual time, the current one.
  func frame(at time: Double, now: Double) -> SampleTime {
    if isManual { return max(clock.frame(at: max(time, now)), renderedFrames) }
    return time > now ? clock.frame(at: time) : Command.immediately
  }

  func command(_ action: Command.Action, _ id: PlayerID, at frame: SampleTime = Command.immediately) -> Command {
    Command(action, player: Int(slots[id] ?? -1), time: frame, serial: serials.next())
  }

  /// Sends commands all at once or not at all, and wakes the render thread.
  ///
  /// - Throws: ``EngineError`` `resourceNotAvailable` if the ring is full; slots assigned for these commands are then
  ///   freed.
  func send(_ commands: [Command]) throws(EngineError) {
    guard tryToSend(commands) else {
      throw EngineError(
        .resourceNotAvailable, "too many commands are waiting for the render thread: send fewer, or send them later")
    }
  }

  private func tryToSend(_ commands: [Command]) -> Bool {
    guard !commands.isEmpty else { return true }
    var isSent = self.commands.push(contentsOf: commands)
    if !isSent, isManual {
      takeCommands()
      isSent = self.commands.push(contentsOf: commands)
    }
    guard isSent else {
      uninstall(commands)
      return false
    }
    controls.wake()
    for command in commands { journal?.didSend(command) }
    return true
  }

  // MARK: A player's settings

  func send(_ changes: [ControlHistory.Change], to id: PlayerID, now: Double) throws(EngineError) {
    try send(changes.map { action($0, now: now) }.map { command($0.action, id, at: $0.frame) })
  }

  private func action(_ change: ControlHistory.Change, now: Double) -> TimedAction {
    let renderers = ControlChange(
      change.control, to: change.value, path: change.path, beginsPath: change.begins)
    let isRamp = change.end > change.time
    return (
      isRamp ? .rampControl(renderers, end: clock.frame(at: change.end)) : .setControl(renderers),
      frame(at: change.time, now: now)
    )
  }

  func loop(_ record: PlayerRecord) -> Command.Action {
    .setLoop(isOn: record.loops, end: (record.loopEnd ?? record.duration) * format.sampleRate)
  }

  func seek(to offset: Double) -> Command.Action { .seek(to: offset * format.sampleRate) }

  private func settings(of record: PlayerRecord, now: Double) -> [TimedAction] {
    var result: [TimedAction] = []
    if record.rate != 1 { result.append((.setRate(record.rate), Command.immediately)) }
    if record.loops { result.append((loop(record), Command.immediately)) }
    result += record.controls.replay(at: now).map { action($0, now: now) }
    if let offset = record.offset { result.append((seek(to: offset), Command.immediately)) }
    return result
  }

  // MARK: Slots

  /// Assigns a slot to a player. Returns the commands that install its schedule and settings.
  ///
  /// - Throws: ``EngineError`` `noPlayerChannel` if no slot is free.
  func install(_ id: PlayerID, _ record: PlayerRecord, _ pattern: CompiledPattern, now: Double) throws(EngineError)
    -> [Command]
  {
    guard let slot = slots.take(for: id) else {
      throw EngineError(.noPlayerChannel, "no player channel is free: stop or reuse a player")
    }
    controls.setMuted(record.isMuted, player: Int(slot))
    memory.lend(pattern, slot: slot)
    journal?.keep(pattern)
    return [command(.install(pattern.schedule), id)]
      + settings(of: record, now: now).map { command($0.action, id, at: $0.frame) }
  }

  func uninstall(_ commands: [Command]) {
    for command in commands where command.isInstall {
      memory.lend(nil, slot: command.player)
      slots.untake(command.player)
    }
  }

  func didBecomeIdle(_ id: PlayerID) {
    if let slot = slots.didBecomeIdle(id) { release(slot) }
  }

  func release(_ id: PlayerID) {
    if let slot = slots[id] { release(slot) }
  }

  private func release(_ slot: Int32) {
    guard slots.owner(of: slot) != nil else { return }
    if tryToSend([Command(.release, player: Int(slot), serial: serials.next())]) {
      slots.didRequest(slot)
    } else {
      slots.didNotRequest(slot)
    }
  }

  func didRelease(_ slot: Int32) {
    memory.lend(nil, slot: slot)
    slots.didRelease(slot)
  }

  // MARK: Stops

  /// Uses a command in virtual time, and otherwise a flag, which works even if the ring is full.
  ///
  /// If `cancels`, also drops the player's scheduled commands.
  func stop(_ id: PlayerID, now: Double, cancels: Bool) {
    let command = command(cancels ? .cancel : .stop, id, at: frame(at: 0, now: now))
    if isManual, tryToSend([command]) { return }
    journal?.didSend(command)
    controls.stop(player: Int(command.player), serial: command.serial, cancels: cancels)
  }
}
