import ThrumDevice
import ThrumPattern
import ThrumRender

extension HapticEngine {
  func stop(_ id: PlayerID, atTime time: Double = 0) throws(EngineError) {
    try call(.playerStop, id, "at \(describe(time))") { () throws(EngineError) in
      _ = try checkedTime(time)
      _ = try players.usable(id)
      players[id]?.didStop()
      guard let session, session.slots[id] != nil else { return dropPending(id) }
      guard players[id]?.isActive == true else { return }
      if time > environment.engineTime {
        try session.send([session.command(.stop, id, at: session.clock.frame(at: time))])
      } else {
        session.stop(id, now: environment.engineTime, cancels: false)
      }
    }
  }

  func cancel(_ id: PlayerID) throws(EngineError) {
    try call(.playerCancel, id) { () throws(EngineError) in
      _ = try players.usable(id)
      guard let session, session.slots[id] != nil else { return dropPending(id) }
      session.stop(id, now: environment.engineTime, cancels: true)
      // Otherwise, the end of a pending start would not be reported until the renderer's next quantum.
      if players[id]?.isAhead(at: environment.engineTime) == true { complete(id, error: nil) }
    }
  }

  private func dropPending(_ id: PlayerID) {
    guard players[id]?.isActive == true else { return }
    lifecycle.forget(id)
    complete(id, error: nil)
  }

  func pause(_ id: PlayerID, atTime time: Double = 0) throws(EngineError) {
    try call(.playerPause, id, "at \(describe(time))") { () throws(EngineError) in
      try order(.pause, id, atTime: time)
    }
  }

  func resume(_ id: PlayerID, atTime time: Double = 0) throws(EngineError) {
    try call(.playerResume, id, "at \(describe(time))") { () throws(EngineError) in
      try order(.resume, id, atTime: time)
    }
  }

  func seek(_ id: PlayerID, toOffset offset: Double) throws(EngineError) {
    try call(.playerSeek, id, "to \(TimelineText.seconds(offset))") { () throws(EngineError) in
      _ = try checkedTime(offset)
      let record = try players.usable(id)
      if !record.isPlaying { players[id]?.offset = offset }
      try send(to: id) { $0.seek(to: offset) }
    }
  }

  func setLooping(_ id: PlayerID, _ loops: Bool, atTime time: Double = 0) throws(EngineError) {
    _ = try checkedTime(time)
    _ = try players.usable(id)
    players[id]?.loops = loops
    log(.switched("loopEnabled", to: "\(loops)"), id)
    try sendLoop(id, atTime: time)
  }

  func setLoopEnd(_ id: PlayerID, _ end: Double) throws(EngineError) {
    _ = try players.usable(id)
    guard HapticPlayer.accepts(loopEnd: end) else { return }
    players[id]?.loopEnd = end > 0 ? end : nil
    log(.switched("loopEnd", to: TimelineText.seconds(end)), id)
    try sendLoop(id)
  }

  private func sendLoop(_ id: PlayerID, atTime time: Double = 0) throws(EngineError) {
    guard let record = players[id] else { return }
    try send(to: id, at: time) { $0.loop(record) }
  }

  func setPlaybackRate(_ id: PlayerID, _ rate: Double) throws(EngineError) {
    _ = try players.usable(id)
    guard PlaybackRate.isPlayable(rate) else { return }
    players[id]?.rate = rate
    log(.switched("playbackRate", to: TimelineText.number(rate)), id)
    try send(to: id) { _ in .setRate(rate) }
  }

  func setMuted(_ id: PlayerID, _ isMuted: Bool) {
    guard players[id] != nil else { return }
    players[id]?.isMuted = isMuted
    log(.switched("isMuted", to: "\(isMuted)"), id)
    guard let session, let slot = session.slots[id] else { return }
    session.controls.setMuted(isMuted, player: Int(slot))
  }

  /// Players without a slot get the setting at their next start.
  private func send(
    to id: PlayerID, at time: Double = 0, _ action: (RenderSession) -> Command.Action
  ) throws(EngineError) {
    guard let session, session.slots[id] != nil else { return }
    try session.send([session.command(action(session), id, at: session.frame(at: time, now: environment.engineTime))])
  }

  private func order(_ action: Command.Action, _ id: PlayerID, atTime time: Double) throws(EngineError) {
    _ = try checkedTime(time)
    _ = try players.usable(id)
    guard isRunning else {
      throw EngineError(.engineNotRunning, "the engine is not running: start it before its players")
    }
    if players[id]?.isActive == true { try send(to: id, at: time) { _ in action } }
  }

  // MARK: Parameters

  func sendParameters(_ parameters: [DynamicParameter], to id: PlayerID, atTime time: Double = 0)
    throws(EngineError)
  {
    try call(.sendParameters, id, "\(parameters.count) at \(describe(time))") { () throws(EngineError) in
      let begin = max(try checkedTime(time), environment.engineTime)
      _ = try players.usable(id)
      let changes = try ControlHistory.changes(of: parameters, begin: begin, serials: serials)
      try send(changes, to: id)
      for (parameter, change) in zip(parameters, changes) {
        log(.parameterSent(parameter.id, value: parameter.value, at: change.time - environment.origin), id)
      }
    }
  }

  func scheduleParameterCurve(_ curve: ParameterCurve, on id: PlayerID, atTime time: Double = 0)
    throws(EngineError)
  {
    try call(
      .scheduleParameterCurve, id, "\(curve.id.rawValue), \(curve.points.count) points, at \(describe(time))"
    ) { () throws(EngineError) in
      let begin = max(try checkedTime(time), environment.engineTime)
      _ = try players.usable(id)
      let changes = try ControlHistory.changes(of: curve, begin: begin, serials: serials)
      noteLength(of: curve, id)
      try send(changes, to: id)
    }
  }

  func noteLength(of curve: ParameterCurve, _ id: PlayerID? = nil) {
    guard curve.points.count > EventLimits.curvePoints else { return }
    log(
      .note(
        "a curve for \(curve.id.rawValue) has \(curve.points.count) points; the limit documented for Core Haptics is "
          + "\(EventLimits.curvePoints)"), id)
  }

  private func send(_ changes: [ControlHistory.Change], to id: PlayerID) throws(EngineError) {
    let now = environment.engineTime
    // A later start sends all pending changes together with its commands.
    let limit = configuration.settings.commandCapacity - DynamicParameterID.allCases.count - 8
    guard changes.count + (players[id]?.controls.pendingCount(at: now) ?? 0) <= max(1, limit) else {
      throw EngineError(
        .resourceNotAvailable, "a player can hold at most \(max(1, limit)) pending values: send fewer, or wait")
    }
    if let session, session.slots[id] != nil {
      try session.send(changes, to: id, now: now)
    }
    for change in changes { players[id]?.controls.add(change, now: now) }
  }

  func describe(_ time: Double) -> String {
    // A negative time is an error, and no time of the engine's.
    time == 0 ? "now" : TimelineText.seconds(time < 0 ? time : time - environment.origin)
  }
}
