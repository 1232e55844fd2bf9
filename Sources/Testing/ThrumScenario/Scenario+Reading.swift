import ThrumEngine
import ThrumPattern

extension Scenario {
  package static let lineLimit = 100_000

  /// - Throws: ``ScenarioError`` with the position of the first syntax error.
  package init(parsing text: String, file: String) throws(ScenarioError) {
    self.init()
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      guard number <= Scenario.lineLimit else {
        throw ScenarioError(file: file, line: number, column: 1, message: "more than \(Scenario.lineLimit) lines")
      }
      var words = try ScenarioWords(line, file: file, line: number)
      if words.isAtEnd { continue }
      if words.take("profile") {
        let name = words.peeked ?? ""
        guard let profile = HardwareProfile.named(name) else {
          throw words.error("expected a profile: \(HardwareProfile.all.map(\.name).joined(separator: ", "))")
        }
        _ = words.take(name)
        self.profile = profile
      } else {
        lines.append(Line(number: number, statement: try words.statement()))
      }
      try words.end()
    }
  }
}

extension ScenarioWords {
  fileprivate mutating func statement() throws(ScenarioError) -> Scenario.Statement {
    if let fault = try fault() { return .fault(fault) }
    if take("engine") { return .makeEngine }
    if take("use engine") { return .useEngine(try integer("an engine's number")) }
    if take("drop engine") { return .dropEngine }
    if take("start later") { return .startLater }
    if take("start") { return .start }
    if take("stop") { return .stop }
    for item in Scenario.Switch.allCases where take(item.rawValue) { return .set(item, try truth()) }
    if take("notify stop") { return .notify(.stopEngine) }
    if take("notify leave") { return .notify(.leaveEngineRunning) }
    if take("on") { return try reaction() }
    if take("pattern") { return try pattern() }
    if take("players") { return try players() }
    if take("player") { return try player() }
    if take("play") { return .play(try word("a pattern's name")) }
    if take("register") { return .registerSound(try word("a sound file")) }
    if take("unregister") { return .unregisterSound(try integer("a sound's number")) }
    if take("advance to") { return .advanceTo(try seconds()) }
    if take("advance") { return .advance(by: try seconds()) }
    if take("settle") { return .settle }
    if take("run until idle") { return .runUntilIdle }
    if take("at") { return .faultAt(try seconds(), try laterFault()) }
    if take("after") { return .faultAfter(try seconds(), try laterFault()) }
    if take("expect") { return .expect(try expectation()) }
    throw error(
      "“\(quoted(peeked ?? ""))” is unknown: a line starts with a fault or another word that "
        + "Docs/Scenarios lists, such as “start” or “player”")
  }

  private mutating func reaction() throws(ScenarioError) -> Scenario.Statement {
    let kinds: [(String, HandlerKind)] = [("stopped", .stopped), ("reset", .reset)]
    for (name, kind) in kinds where take(name) {
      if take("start") { return .on(kind, .start) }
      if take("nothing") { return .on(kind, .nothing) }
      throw error("expected “start” or “nothing”")
    }
    throw error("expected “stopped” or “reset”")
  }

  private mutating func pattern() throws(ScenarioError) -> Scenario.Statement {
    let name = try word("a name")
    guard take("=") else { throw error("expected =") }
    guard take("nothing") || peeked == "taps" || peeked == "buzz" else {
      return .pattern(name, .file(try word("“nothing”, “taps”, “buzz” or a file")))
    }
    var events: [Event] = []
    while !isAtEnd {
      events += try part()
      if !isAtEnd, !take("+") { throw error("expected + between the parts of a pattern") }
    }
    return .pattern(name, .events(events))
  }

  /// Reads part of a pattern, such as `taps 0 0.3` or `buzz 2 at 0.5 intensity 0.8`.
  private mutating func part() throws(ScenarioError) -> [Event] {
    if take("taps") {
      var events: [Event] = []
      repeat { events.append(Event(type: .hapticTransient, time: try seconds())) } while !isAtEnd && peeked != "+"
      return events
    }
    guard take("buzz") else { throw error("expected “taps” or “buzz”") }
    var event = Event(type: .hapticContinuous, time: 0, duration: try seconds("a length in seconds"))
    let names: [(String, EventParameterID)] = [
      ("intensity", .hapticIntensity), ("sharpness", .hapticSharpness), ("attack", .attackTime),
      ("decay", .decayTime), ("release", .releaseTime), ("sustained", .sustained),
    ]
    while let name = peeked, name != "+" {
      if take("at") {
        event.time = try seconds()
      } else if let id = names.first(where: { $0.0 == name })?.1 {
        _ = take(name)
        event.parameters.append(EventParameter(id, try number("a value")))
      } else {
        throw error("expected one of: at, \(names.map(\.0).joined(separator: ", ")), +")
      }
    }
    return [event]
  }

  private mutating func laterFault() throws(ScenarioError) -> Fault {
    guard let fault = try fault() else { throw error("expected a fault, such as “suspend app”") }
    return fault
  }

  private mutating func moment() throws(ScenarioError) -> Scenario.Moment {
    if take("in") { return .after(try seconds()) }
    if take("ago") { return .after(-(try seconds())) }
    if take("at") { return .at(try seconds()) }
    if take("raw") { return .raw(try number("a raw time")) }
    return .now
  }

  private mutating func control() throws(ScenarioError) -> DynamicParameterID {
    guard let name = peeked, let id = DynamicParameterID(rawValue: name) else {
      throw error("expected a control, such as HapticIntensityControl")
    }
    _ = take(name)
    return id
  }

  private mutating func players() throws(ScenarioError) -> Scenario.Statement {
    var numbers: [Int] = []
    repeat { numbers.append(try integer("a player's number")) } while !isAtEnd && peeked != "start"
    guard take("start") else { throw error("expected start") }
    let moment = try moment()
    return .players(numbers, moment, offset: take("offset") ? try seconds() : 0)
  }

  private mutating func player() throws(ScenarioError) -> Scenario.Statement {
    let isNext = take("next")
    let number = isNext ? 0 : try integer("a player's number")
    if take("=") {
      let isAdvanced = !take("basic")
      return .makePlayer(isNext ? nil : number, pattern: try word("a pattern's name"), isAdvanced: isAdvanced)
    }
    if isNext { throw error("expected =") }
    return .player(number, try order())
  }

  private mutating func order() throws(ScenarioError) -> Scenario.PlayerOrder {
    if take("start") { return .start(try moment()) }
    if take("stop") { return .stop(try moment()) }
    if take("pause") { return .pause(try moment()) }
    if take("resume") { return .resume(try moment()) }
    if take("cancel") { return .cancel }
    if take("drop") { return .drop }
    if take("seek") { return .seek(try number("an offset in seconds")) }
    if take("loop end") { return .loopEnd(try number("a time in seconds")) }
    if take("loop") { return .loop(try truth()) }
    if take("rate") { return .rate(try number("a rate")) }
    if take("mute") { return .mute(try truth()) }
    if take("send") {
      let id = try control()
      let value = try number("a value")
      return .send(id, value, try moment())
    }
    if take("curve") {
      let id = try control()
      var points: [Scenario.PlayerOrder.Point] = []
      while let point = peeked, point.contains(":") { points.append(try self.point(point)) }
      return .curve(id, points, try moment())
    }
    throw error("expected one of: start, stop, pause, resume, cancel, drop, seek, loop, rate, mute, send, curve")
  }

  private mutating func point(_ text: String) throws(ScenarioError) -> Scenario.PlayerOrder.Point {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let time = Double(parts[0]), let value = Double(parts[1]) else {
      throw error("a point is time:value, such as 0.5:1")
    }
    _ = take(text)
    return Scenario.PlayerOrder.Point(time: time, value: value)
  }

  private mutating func expectation() throws(ScenarioError) -> Scenario.Expectation {
    for state in EngineState.allCases where take(state.rawValue) { return .state(state) }
    if take("no error") { return .answer(nil) }
    if take("error") { return .answer(try code()) }
    if take("no handler") { return .noHandler }
    if take("events") { return .events(try count()) }
    if take("engines") { return .engines(try count()) }
    if take("player") {
      let number = try integer("a player's number")
      if take("active") { return .player(number, isActive: true) }
      if take("idle") { return .player(number, isActive: false) }
      throw error("expected “active” or “idle”")
    }
    if take("handler") {
      let names: [(String, HandlerKind)] = [
        ("stopped", .stopped), ("reset", .reset), ("finished", .finished), ("completion", .completion),
        ("started", .started), ("stop", .stopCompleted),
      ]
      for (name, kind) in names where take(name) { return .handler(kind, isAtEnd ? nil : try word("a detail")) }
      throw error("expected one of: stopped, reset, finished, completion, started, stop")
    }
    throw error(
      "expected a state, such as running, or one of: no error, error, player, events, engines, handler, no handler")
  }
}
