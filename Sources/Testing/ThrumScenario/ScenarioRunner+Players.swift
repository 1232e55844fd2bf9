import ThrumEngine
import ThrumPattern

extension ScenarioRunner {
  struct Player {
    /// `nil` once the app has dropped the player.
    var object: HapticPlayer?
    /// Numbers of the player and of its engine.
    let number: Int
    let engine: Int
  }

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

  func player(_ number: Int) throws -> Player { made[try place(of: number)] }

  private func place(of number: Int) throws -> Int {
    guard let place = players[number] else {
      throw UnknownName(message: "there is no player \(number): write `player \(number) = PATTERN` first")
    }
    return place
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
    let options = options(isAdvanced: isAdvanced)
    let engine = try current()
    do throws(EngineError) {
      let player = try engine.withEngine { (engine) throws(EngineError) in
        try engine.makePlayer(pattern, options: options)
      }
      if isAdvanced { player.setCompletionHandler { _ in } }
      players[number] = made.count
      made.append(Player(object: player, number: player.number, engine: engine.number))
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
    let place = try place(of: number)
    let engine = try current()
    guard made[place].engine == engine.number, let player = made[place].object else { return refuse(command) }
    switch command {
    case .start(let moment): noteAnswer { () throws(EngineError) in try player.start(at: time(moment)) }
    case .stop(let moment): noteAnswer { () throws(EngineError) in try player.stop(at: time(moment)) }
    case .pause(let moment): noteAnswer { () throws(EngineError) in try player.pause(at: time(moment)) }
    case .resume(let moment): noteAnswer { () throws(EngineError) in try player.resume(at: time(moment)) }
    case .cancel: noteAnswer { () throws(EngineError) in try player.cancel() }
    case .drop: made[place].object = nil
    case .seek(let offset): noteAnswer { () throws(EngineError) in try player.seek(to: offset) }
    case .loop(let value): noteAnswer { () throws(EngineError) in try player.setLoops(value) }
    case .loopEnd(let end): noteAnswer { () throws(EngineError) in try player.setLoopEnd(end) }
    case .rate(let rate): noteAnswer { () throws(EngineError) in try player.setRate(rate) }
    case .mute(let value): player.isMuted = value
    case .send(let control, let value, let moment):
      let parameter = DynamicParameter(control, value: value, time: 0)
      noteAnswer { () throws(EngineError) in try player.send([parameter], at: time(moment)) }
    case .curve(let control, let points, let moment):
      let curve = ParameterCurve(
        control, time: 0, points: points.map { ControlPoint(time: $0.time, value: $0.value) })
      noteAnswer { () throws(EngineError) in try player.schedule(curve, at: time(moment)) }
    }
  }

  /// The player was dropped, or belongs to another engine.
  private func refuse(_ command: Scenario.PlayerOrder) {
    switch command {
    case .drop, .mute: return
    default: answer = .invalidPatternPlayer
    }
  }
}
