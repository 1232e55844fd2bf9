import ThrumPattern
import ThrumRender

extension HapticEngine {
  /// Sets controls of a player's events: each at `time` on the engine's clock, 0 being now, plus its own relative
  /// time. They hold until the next value of the same control, for the player's life; before a start they are kept
  /// for it.
  ///
  /// - Throws: ``EngineError`` `invalidTime`, `badParameterEntry`, `invalidPatternPlayer`, `resourceNotAvailable`.
  public func sendParameters(_ parameters: [DynamicParameter], to id: PlayerID, atTime time: Double = 0)
    throws(EngineError)
  {
    try call(.sendParameters, id, "\(parameters.count) at \(describe(time))") { () throws(EngineError) in
      let begin = max(try checked(time), environment.now)
      _ = try usable(id)
      var changes: [ControlHistory.Change] = []
      for parameter in parameters {
        guard parameter.value.isFinite else {
          throw EngineError(.badParameterEntry, "the value of \(parameter.id.rawValue) is not a number")
        }
        let at = begin + (try checked(parameter.time))
        changes.append(
          ControlHistory.Change(
            lane: ControlLane(parameter.id), time: at, end: at, value: clamped(parameter.value, parameter.id),
            path: nextSerial(), pathBegin: at, begins: true))
      }
      try tell(id, changes)
      for (parameter, change) in zip(parameters, changes) {
        log(.parameterSent(parameter.id, value: parameter.value, at: change.time - environment.origin), id)
      }
    }
  }

  /// Moves a control along a curve that begins at `time` on the engine's clock, 0 being now; that takes the place of
  /// the curve's own relative time. A first point that comes later is reached from the value found.
  ///
  /// - Throws: ``EngineError`` `invalidTime`, `badParameterEntry`, `invalidPatternPlayer`, `resourceNotAvailable`.
  public func scheduleParameterCurve(_ curve: ParameterCurve, on id: PlayerID, atTime time: Double = 0)
    throws(EngineError)
  {
    try call(
      .scheduleParameterCurve, id, "\(curve.id.rawValue), \(curve.points.count) points, at \(describe(time))"
    ) { () throws(EngineError) in
      let begin = max(try checked(time), environment.now)
      _ = try usable(id)
      guard !curve.points.isEmpty, curve.points.allSatisfy({ $0.time >= 0 && $0.time.isFinite && $0.value.isFinite })
      else {
        throw EngineError(
          .badParameterEntry, "a curve needs points, at times that are not negative, with values that are numbers")
      }
      if curve.points.count > 16 {
        log(.note("a curve of \(curve.points.count) points; phones are promised to play 16"), id)
      }
      try tell(id, changes(of: curve, begin: begin))
    }
  }

  private func changes(of curve: ParameterCurve, begin: Double) -> [ControlHistory.Change] {
    let path = nextSerial()
    let lane = ControlLane(curve.id)
    var before = begin
    var isFirst = true
    return curve.points.sorted { $0.time < $1.time }.map { point in
      let end = begin + point.time
      defer {
        before = end
        isFirst = false
      }
      return ControlHistory.Change(
        lane: lane, time: before, end: end, value: clamped(point.value, curve.id), path: path, pathBegin: begin,
        begins: isFirst)
    }
  }

  private func clamped(_ value: Double, _ id: DynamicParameterID) -> Double {
    min(max(value, id.range.lowerBound), id.range.upperBound)
  }

  private func tell(_ id: PlayerID, _ changes: [ControlHistory.Change]) throws(EngineError) {
    let now = environment.now
    // A later start tells all of them at once, with some commands of its own.
    let limit = configuration.settings.commandCapacity - ControlLane.allCases.count - 8
    guard changes.count + (players[id]?.controls.pendingCount(at: now) ?? 0) <= max(1, limit) else {
      throw EngineError(
        .resourceNotAvailable, "a player keeps at most \(max(1, limit)) values for later: send fewer, or later")
    }
    if let session, players[id]?.slot != nil {
      try send(changes.map { controlCommand($0, id, session) }, session)
    }
    for change in changes { players[id]?.controls.add(change, now: now) }
  }
}
