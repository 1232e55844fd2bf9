import ThrumEngine
import ThrumPattern

extension ScenarioRunner {
  func pattern(named name: String) throws -> Pattern {
    if let pattern = patterns[name] { return pattern }
    return try loadPattern(name)
  }

  func pattern(_ source: Scenario.PatternSource) throws -> Pattern {
    switch source {
    case .file(let path): try loadPattern(path)
    case .events(let events): Pattern(entries: events.map { .event($0) })
    }
  }

  func player(_ number: Int) throws -> PlayerID {
    guard let id = players[number] else {
      throw UnknownName(message: "there is no player \(number): write `player \(number) = PATTERN` first")
    }
    return id
  }

  func options(isAdvanced: Bool) -> PlayerOptions {
    var options = PlayerOptions()
    options.isAdvanced = isAdvanced
    options.resolveSound = { [resolveSound] name in resolveSound(name) }
    return options
  }

  func makePlayer(_ wanted: Int?, _ name: String, _ isAdvanced: Bool) throws {
    let number = wanted ?? (players.keys.max() ?? 0) + 1
    let pattern = try pattern(named: name)
    let made = options(isAdvanced: isAdvanced)
    let engine = try current()
    do throws(EngineError) {
      players[number] = try engine.withEngine { (engine) throws(EngineError) -> PlayerID in
        let id = try engine.addPlayer(pattern, options: made)
        if isAdvanced { engine.setCompletionHandler(id) { _ in } }
        return id
      }
      answer = nil
    } catch {
      players[number] = nil
      answer = error.code
    }
  }

  func time(_ moment: Scenario.Moment) -> Double {
    switch moment {
    case .now: 0
    case .after(let seconds): environment.engineTime + seconds
    case .at(let seconds): environment.origin + seconds
    case .raw(let number): number
    }
  }

  func perform(_ command: Scenario.PlayerOrder, on number: Int) throws {
    let id = try player(number)
    switch command {
    case .start(let moment):
      let time = time(moment)
      try order { (engine) throws(EngineError) in try engine.start(id, atTime: time) }
    case .stop(let moment):
      let time = time(moment)
      try order { (engine) throws(EngineError) in try engine.stop(id, atTime: time) }
    case .pause(let moment):
      let time = time(moment)
      try order { (engine) throws(EngineError) in try engine.pause(id, atTime: time) }
    case .resume(let moment):
      let time = time(moment)
      try order { (engine) throws(EngineError) in try engine.resume(id, atTime: time) }
    case .cancel: try order { (engine) throws(EngineError) in try engine.cancel(id) }
    case .drop: try current().withEngine { $0.drop(id) }
    case .seek(let offset): try order { (engine) throws(EngineError) in try engine.seek(id, toOffset: offset) }
    case .loop(let value): try order { (engine) throws(EngineError) in try engine.setLooping(id, value) }
    case .loopEnd(let end): try order { (engine) throws(EngineError) in try engine.setLoopEnd(id, end) }
    case .rate(let rate): try order { (engine) throws(EngineError) in try engine.setPlaybackRate(id, rate) }
    case .mute(let value): try current().withEngine { $0.setMuted(id, value) }
    case .send(let control, let value, let moment):
      let time = time(moment)
      let parameter = DynamicParameter(control, value: value, time: 0)
      try order { (engine) throws(EngineError) in try engine.sendParameters([parameter], to: id, atTime: time) }
    case .curve(let control, let points, let moment):
      let time = time(moment)
      let curve = ParameterCurve(
        control, time: 0, points: points.map { ControlPoint(time: $0.time, value: $0.value) })
      try order { (engine) throws(EngineError) in try engine.scheduleParameterCurve(curve, on: id, atTime: time) }
    }
  }
}
