import ThrumPattern
import ThrumDevice
import ThrumRender

/// Orders to the renderer, and the slots that they need.
extension HapticEngine {
  /// The commands that give a player a slot, its schedule and all that it was told before; none when it has one.
  ///
  /// - Throws: ``EngineError`` `noPlayerChannel` when no slot is free; what a sound's decoding throws.
  func installation(of id: PlayerID, _ session: RenderSession) throws(EngineError) -> [Command] {
    guard let record = players[id], session.slots[id] == nil else { return [] }
    let schedule = try compile(record, session)
    guard session.install(id, schedule, isMuted: record.isMuted) != nil else {
      throw EngineError(.noPlayerChannel, "no player channel is free: stop players, or use one again")
    }
    return [command(.install(schedule.schedule), id, session)]
      + commands(session.settings(of: record, now: environment.now), id, session)
  }

  private func compile(_ record: PlayerRecord, _ session: RenderSession) throws(EngineError) -> ScheduleMemory {
    let rate = session.format.sampleRate
    try sounds.reload(record)
    var compiler = ScheduleCompiler(sampleRate: rate) { [sounds] name in sounds.memory(of: name) }
    compiler.hapticsOnly = record.options.hapticsOnly || session.hapticsOnly
    compiler.audioOnly = record.options.audioOnly || session.audioOnly
    if environment.profile.isController { compiler.hapticsOnly = true }
    return compiler.compile(sounds.completed(record.pattern))
  }

  /// A command for a player that has a slot.
  func command(
    _ action: Command.Action, _ id: PlayerID, _ session: RenderSession, at frame: SampleTime = Command.immediately
  ) -> Command {
    Command(action, player: Int(session.slots[id] ?? -1), time: frame, serial: nextSerial())
  }

  /// Commands for a player that has a slot, in their order.
  func commands(
    _ actions: [(action: Command.Action, frame: SampleTime)], _ id: PlayerID, _ session: RenderSession
  ) -> [Command] {
    let slot = Int(session.slots[id] ?? -1)
    return actions.map { Command($0.action, player: slot, time: $0.frame, serial: nextSerial()) }
  }

  /// Sends commands so that the render thread sees all of them at once, or none.
  ///
  /// - Throws: ``EngineError`` `resourceNotAvailable` when too many wait.
  func send(_ commands: [Command], _ session: RenderSession) throws(EngineError) {
    guard session.send(commands) else {
      throw EngineError(
        .resourceNotAvailable, "too many commands wait for the render thread: send fewer, or later")
    }
  }

  // MARK: Giving slots back

  /// A player has ended: it, or another one that has been idle for longer, may have to give its slot back.
  func didBecomeIdle(_ id: PlayerID) {
    guard let session, let slot = session.slots.didBecomeIdle(id) else { return }
    release(slot, session)
  }

  private func release(_ slot: Int32, _ session: RenderSession) {
    guard session.slots.owner(of: slot) != nil else { return }
    if session.send([Command(.release, player: Int(slot), serial: nextSerial())]) {
      session.slots.didRequest(slot)
    } else {
      session.slots.didNotRequest(slot)
    }
  }

  /// A player that the app has let go of, and that does not play.
  func forget(_ id: PlayerID) {
    if let session, let slot = session.slots[id] { release(slot, session) }
    // What an invalid one has used was lost in the reset.
    if let record = players.remove(id), !record.isInvalid { sounds.leave(record.files) }
  }
}
