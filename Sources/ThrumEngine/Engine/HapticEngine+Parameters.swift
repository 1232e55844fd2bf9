import ThrumPattern
import ThrumDevice
import ThrumRender

extension HapticEngine {
  /// Sets controls of a player's events: each at `time` on the engine's clock, 0 being now, plus its own relative
  /// time. They hold until the next value of the same control, for the player's life; before a start they are kept
  /// for it.
  ///
  /// - Throws: ``EngineError`` `invalidTime`, `badParameterEntry`, `invalidPatternPlayer`, `resourceNotAvailable`.
  package func sendParameters(_ parameters: [DynamicParameter], to id: PlayerID, atTime time: Double = 0)
    throws(EngineError)
  {
    try call(.sendParameters, id, "\(parameters.count) at \(describe(time))") { () throws(EngineError) in
      let begin = max(try checked(time), environment.now)
      _ = try players.usable(id)
      var changes: [ControlHistory.Change] = []
      for parameter in parameters {
        guard parameter.value.isFinite else {
          throw EngineError(.badParameterEntry, "the value of \(parameter.id.rawValue) is not a number")
        }
        let at = begin + (try checked(parameter.time))
        changes.append(
          ControlHistory.Change(
            control: parameter.id, time: at, end: at, value: parameter.id.clamped(parameter.value),
            path: nextSerial(), pathBegin: at, begins: true))
      }
      try send(changes, to: id)
      for (parameter, change) in zip(parameters, changes) {
        log(.parameterSent(parameter.id, value: parameter.value, at: change.time - environment.origin), id)
      }
    }
  }

  /// Moves a control along a curve that begins at `time` on the engine's clock, 0 being now; that takes the place of
  /// the curve's own relative time. A first point that comes later is reached from the value found.
  ///
  /// - Throws: ``EngineError`` `invalidTime`, `badParameterEntry`, `invalidPatternPlayer`, `resourceNotAvailable`.
  package func scheduleParameterCurve(_ curve: ParameterCurve, on id: PlayerID, atTime time: Double = 0)
    throws(EngineError)
  {
    try call(
      .scheduleParameterCurve, id, "\(curve.id.rawValue), \(curve.points.count) points, at \(describe(time))"
    ) { () throws(EngineError) in
      let begin = max(try checked(time), environment.now)
      _ = try players.usable(id)
      guard !curve.points.isEmpty, curve.points.allSatisfy({ $0.time >= 0 && $0.time.isFinite && $0.value.isFinite })
      else {
        throw EngineError(
          .badParameterEntry, "a curve needs points, at times that are not negative, with values that are numbers")
      }
      if curve.points.count > 16 {
        log(.note("a curve of \(curve.points.count) points; phones are promised to play 16"), id)
      }
      try send(changes(of: curve, begin: begin), to: id)
    }
  }

  private func changes(of curve: ParameterCurve, begin: Double) -> [ControlHistory.Change] {
    let path = nextSerial()
    let control = curve.id
    var before = begin
    var isFirst = true
    return curve.points.sorted { $0.time < $1.time }.map { point in
      let end = begin + point.time
      defer {
        before = end
        isFirst = false
      }
      return ControlHistory.Change(
        control: control, time: before, end: end, value: control.clamped(point.value), path: path, pathBegin: begin,
        begins: isFirst)
    }
  }

  private func send(_ changes: [ControlHistory.Change], to id: PlayerID) throws(EngineError) {
    let now = environment.now
    // A later start sends all of them at once, with some commands of its own.
    let limit = configuration.settings.commandCapacity - DynamicParameterID.allCases.count - 8
    guard changes.count + (players[id]?.controls.pendingCount(at: now) ?? 0) <= max(1, limit) else {
      throw EngineError(
        .resourceNotAvailable, "a player keeps at most \(max(1, limit)) values for later: send fewer, or later")
    }
    if let session, session.slots[id] != nil {
      let actions = changes.map { session.action($0, now: now) }
      try send(commands(actions, id, session), session)
    }
    for change in changes { players[id]?.controls.add(change, now: now) }
  }
}
