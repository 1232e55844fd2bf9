import ThrumPattern
import ThrumDevice
import ThrumRender

/// What the renderer is told, and the slots that this needs.
extension RenderSession {
  /// An order, and the frame at which it acts.
  typealias TimedAction = (action: Command.Action, frame: SampleTime)

  /// The frame at which something acts that is meant for an engine time. The past, and 0, are now: the first frame not
  /// yet rendered, which in virtual time is the very frame of the present.
  func frame(at time: Double, now: Double) -> SampleTime {
    if isManual { return max(clock.frame(at: max(time, now)), renderedFrames) }
    return time > now ? clock.frame(at: time) : Command.immediately
  }

  /// A command for a player that has a slot.
  func command(_ action: Command.Action, _ id: PlayerID, at frame: SampleTime = Command.immediately) -> Command {
    Command(action, player: Int(slots[id] ?? -1), time: frame, serial: serials.next())
  }

  /// Sends commands so that the render thread sees all of them at once, or none, and wakes it when it is suspended.
  ///
  /// - Throws: ``EngineError`` `resourceNotAvailable` when too many wait already; then slots of these commands are free again.
  func send(_ commands: [Command]) throws(EngineError) {
    guard tryToSend(commands) else {
      throw EngineError(
        .resourceNotAvailable, "too many commands wait for the render thread: send fewer, or later")
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

  // MARK: What a player was told

  /// Sends a player's changes of controls.
  ///
  /// - Throws: as ``send(_:)``.
  func send(_ changes: [ControlHistory.Change], to id: PlayerID, now: Double) throws(EngineError) {
    try send(changes.map { action($0, now: now) }.map { command($0.action, id, at: $0.frame) })
  }

  /// What a change of a control is to the renderer.
  private func action(_ change: ControlHistory.Change, now: Double) -> TimedAction {
    let renderers = ControlChange(
      change.control, to: change.value, path: change.path, beginsPath: change.begins)
    let isRamp = change.end > change.time
    return (
      isRamp ? .rampControl(renderers, end: clock.frame(at: change.end)) : .setControl(renderers),
      frame(at: change.time, now: now)
    )
  }

  /// How a player loops.
  func loop(_ record: PlayerRecord) -> Command.Action {
    .setLoop(isOn: record.loops, end: (record.loopEnd ?? record.duration) * format.sampleRate)
  }

  /// A move to an offset of a player's pattern, s.
  func seek(to offset: Double) -> Command.Action { .seek(to: offset * format.sampleRate) }

  /// What a renderer is told that knows nothing of a player yet, but for its schedule.
  private func settings(of record: PlayerRecord, now: Double) -> [TimedAction] {
    var result: [TimedAction] = []
    if record.rate != 1 { result.append((.setRate(record.rate), Command.immediately)) }
    if record.loops { result.append((loop(record), Command.immediately)) }
    result += record.controls.replay(at: now).map { action($0, now: now) }
    if let offset = record.offset { result.append((seek(to: offset), Command.immediately)) }
    return result
  }

  // MARK: Slots

  /// The commands that give a player a slot, its schedule and all that it was told before.
  ///
  /// - Throws: ``EngineError`` `noPlayerChannel` when no slot is free.
  func install(_ id: PlayerID, _ record: PlayerRecord, _ pattern: CompiledPattern, now: Double) throws(EngineError)
    -> [Command]
  {
    guard let slot = slots.take(for: id) else {
      throw EngineError(.noPlayerChannel, "no player channel is free: stop players, or use one again")
    }
    controls.setMuted(record.isMuted, player: Int(slot))
    memory.lend(pattern, slot: slot)
    journal?.keep(pattern)
    return [command(.install(pattern.schedule), id)]
      + settings(of: record, now: now).map { command($0.action, id, at: $0.frame) }
  }

  /// Takes back what an installation gave, when the renderer was never told of it.
  func uninstall(_ commands: [Command]) {
    for command in commands where command.isInstall {
      memory.lend(nil, slot: command.player)
      slots.untake(command.player)
    }
  }

  /// A player has ended: it, or another one that has been idle for longer, may have to give its slot back.
  func didBecomeIdle(_ id: PlayerID) {
    if let slot = slots.didBecomeIdle(id) { release(slot) }
  }

  /// Asks the renderer to give a player's slot back.
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

  /// The renderer has given a slot back.
  func didRelease(_ slot: Int32) {
    memory.lend(nil, slot: slot)
    slots.didRelease(slot)
  }

  // MARK: Stops

  /// Ends a player that has a slot at once: in virtual time in this very frame, else by a flag that finds its way past a full
  /// ring. `cancels` forgets what it was told for later, too.
  func stop(_ id: PlayerID, now: Double, cancels: Bool) {
    let command = command(cancels ? .cancel : .stop, id, at: frame(at: 0, now: now))
    if isManual, tryToSend([command]) { return }
    journal?.didSend(command)
    controls.stop(player: Int(command.player), serial: command.serial, cancels: cancels)
  }
}
