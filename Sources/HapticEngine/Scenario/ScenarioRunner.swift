import HapticPattern
import Synchronization

/// Runs a scenario in a virtual environment of its own.
public final class ScenarioRunner {
  /// An expectation that was not met.
  public struct Finding: Equatable, Sendable, CustomStringConvertible {
    /// Line of the scenario.
    public let line: Int
    /// What was expected, and what was.
    public let message: String
    /// `line 3: …`
    public var description: String { "line \(line): \(message)" }
  }

  /// Where the scenario happens.
  public let environment: HapticEnvironment
  /// Expectations that were not met, in order.
  public private(set) var findings: [Finding] = []
  /// The engine that calls go to.
  public private(set) var engine: HapticEngine?
  private var engines: [HapticEngine?] = []
  private var players: [Int: PlayerID] = [:]
  private var patterns: [String: Pattern] = [:]
  private var answer: EngineError.Code?
  private var handlersSeen = 0
  private let configuration: EngineConfiguration
  private let loadPattern: (String) throws -> Pattern
  private let resolveSound: @Sendable (String) -> String
  private var line = 0

  /// Prepares a run; `loadPattern` reads the patterns that the scenario names, `resolveSound` says where its sounds are.
  public init(
    profile: HardwareProfile, configuration: EngineConfiguration = EngineConfiguration(),
    resolveSound: @escaping @Sendable (String) -> String = { $0 }, loadPattern: @escaping (String) throws -> Pattern
  ) {
    environment = .virtual(profile: profile)
    self.configuration = configuration
    self.loadPattern = loadPattern
    self.resolveSound = resolveSound
  }

  /// Runs all lines, then delivers what is due.
  ///
  /// - Throws: what `loadPattern` throws; ``ScenarioError`` for a name that means nothing. Errors of calls are answers,
  ///   not errors.
  public func run(_ scenario: Scenario, file: String) throws {
    for line in scenario.lines {
      self.line = line.number
      do { try perform(line.statement) } catch let error as UnknownName {
        throw ScenarioError(file: file, line: line.number, column: 1, message: error.message)
      }
    }
    environment.advance(by: 0)
    for problem in environment.problems { findings.append(Finding(line: line, message: problem)) }
  }

  /// All samples that the engines have made, added up; interleaved left and right.
  public func samples() -> [Float] {
    var result: [Float] = []
    for case let engine? in engines {
      let own = engine.enter { $0.samples() }
      if result.count < own.count { result += [Float](repeating: 0, count: own.count - result.count) }
      for (index, sample) in own.enumerated() { result[index] += sample }
    }
    return result
  }

  private struct UnknownName: Error {
    let message: String
  }

  private func perform(_ statement: Scenario.Statement) throws {
    switch statement {
    case .makeEngine: makeEngine()
    case .useEngine(let number):
      guard engines.indices.contains(number - 1), let chosen = engines[number - 1] else {
        throw UnknownName(message: "there is no engine \(number)")
      }
      engine = chosen
    case .dropEngine:
      if let index = engines.firstIndex(where: { $0 === engine }) { engines[index] = nil }
      engine = nil
    case .start: try ask { (engine) throws(EngineError) in try engine.startAndWait() }
    case .startLater: try current().start { _ in }
    case .stop: try current().stop { _ in }
    case .set(let item, let value): try set(item, value)
    case .notify(let action):
      try order { (engine) throws(EngineError) in try engine.notifyWhenPlayersFinished { _ in action } }
    case .on(let kind, let reaction): try react(kind, reaction)
    case .pattern(let name, let source): patterns[name] = try pattern(source)
    case .makePlayer(let number, let name, let isAdvanced): try makePlayer(number, name, isAdvanced)
    case .player(let number, let order): try tell(number, order)
    case .players(let numbers, let moment, let offset):
      let ids = try numbers.map { try player($0) }
      let time = time(moment)
      try order { (engine) throws(EngineError) in try engine.start(ids, atTime: time, offset: offset) }
    case .play(let name):
      let pattern = try pattern(named: name)
      let options = options(isAdvanced: false)
      try order { (engine) throws(EngineError) in try engine.playPattern(pattern, options: options) }
    case .registerSound(let name):
      let path = resolveSound(name)
      try order { (engine) throws(EngineError) in _ = try engine.registerSound(path: path) }
    case .unregisterSound(let number):
      try order { (engine) throws(EngineError) in try engine.unregisterSound(number) }
    case .advance(let seconds): environment.advance(by: seconds)
    case .advanceTo(let seconds): environment.advance(to: seconds)
    case .settle: environment.advance(by: 0)
    case .runUntilIdle: environment.runUntilIdle()
    case .fault(let fault): environment.apply(fault)
    case .faultAt(let time, let fault): environment.schedule(fault, after: max(0, time - environment.elapsed))
    case .faultAfter(let delay, let fault): environment.schedule(fault, after: delay)
    case .expect(let expectation): try check(expectation)
    }
  }

  // MARK: Engines

  private func makeEngine() {
    do throws(EngineError) {
      let made = try HapticEngine(configuration, in: environment)
      engines.append(made)
      engine = made
      answer = nil
    } catch {
      engines.append(nil)
      answer = error.code
    }
  }

  /// The engine that calls go to; the first is made by itself.
  private func current() throws -> HapticEngine {
    if engine == nil, engines.isEmpty { makeEngine() }
    guard let engine else { throw UnknownName(message: "there is no engine: say `engine` or `use engine 1` first") }
    return engine
  }

  private func ask(_ body: (HapticEngine) throws(EngineError) -> Void) throws {
    let engine = try current()
    do throws(EngineError) {
      try body(engine)
      answer = nil
    } catch { answer = error.code }
  }

  private func order(_ body: @Sendable (isolated HapticEngine) throws(EngineError) -> Void) throws {
    try ask { (engine) throws(EngineError) in try engine.enter(body) }
  }

  private func set(_ item: Scenario.Switch, _ value: Bool) throws {
    try current().enter { engine in
      switch item {
      case .autoShutdown: engine.setAutoShutdownEnabled(value)
      case .hapticsOnly: engine.setPlaysHapticsOnly(value)
      case .audioOnly: engine.setPlaysAudioOnly(value)
      case .muteHaptics: engine.setMutedForHaptics(value)
      case .muteAudio: engine.setMutedForAudio(value)
      }
    }
  }

  private func react(_ kind: HandlerKind, _ reaction: Scenario.Reaction) throws {
    let engine = try current()
    let starts = reaction == .start
    let body: @Sendable () -> Void = { [weak engine] in
      guard starts else { return }
      // What comes of it stands in the timeline.
      do throws(EngineError) { try engine?.startAndWait() } catch {}
    }
    engine.enter { engine in
      if kind == .reset { engine.setResetHandler(body) } else { engine.setStoppedHandler { _ in body() } }
    }
  }

  // MARK: Patterns and players

  private func pattern(named name: String) throws -> Pattern {
    if let pattern = patterns[name] { return pattern }
    return try loadPattern(name)
  }

  private func pattern(_ source: Scenario.PatternSource) throws -> Pattern {
    switch source {
    case .file(let path): try loadPattern(path)
    case .events(let events): Pattern(entries: events.map { .event($0) })
    }
  }

  private func player(_ number: Int) throws -> PlayerID {
    guard let id = players[number] else {
      throw UnknownName(message: "there is no player \(number): say `player \(number) = PATTERN` first")
    }
    return id
  }

  private func options(isAdvanced: Bool) -> HapticEngine.PlayerOptions {
    var options = HapticEngine.PlayerOptions()
    options.isAdvanced = isAdvanced
    options.resolveSound = { [resolveSound] name in resolveSound(name) }
    return options
  }

  private func makePlayer(_ wanted: Int?, _ name: String, _ isAdvanced: Bool) throws {
    let number = wanted ?? (players.keys.max() ?? 0) + 1
    let pattern = try pattern(named: name)
    let made = options(isAdvanced: isAdvanced)
    let engine = try current()
    do throws(EngineError) {
      players[number] = try engine.enter { (engine) throws(EngineError) -> PlayerID in
        let id = try engine.makePlayer(pattern, options: made)
        if isAdvanced { engine.setCompletionHandler(id) { _ in } }
        return id
      }
      answer = nil
    } catch {
      players[number] = nil
      answer = error.code
    }
  }

  private func time(_ moment: Scenario.Moment) -> Double {
    switch moment {
    case .now: 0
    case .after(let seconds): environment.now + seconds
    case .at(let seconds): environment.origin + seconds
    case .raw(let number): number
    }
  }

  private func tell(_ number: Int, _ command: Scenario.PlayerOrder) throws {
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
    case .drop: try current().enter { $0.drop(id) }
    case .seek(let offset): try order { (engine) throws(EngineError) in try engine.seek(id, toOffset: offset) }
    case .loop(let value): try order { (engine) throws(EngineError) in try engine.setLooping(id, value) }
    case .loopEnd(let end): try order { (engine) throws(EngineError) in try engine.setLoopEnd(id, end) }
    case .rate(let rate): try order { (engine) throws(EngineError) in try engine.setPlaybackRate(id, rate) }
    case .mute(let value): try current().enter { $0.setMuted(value, id) }
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

  // MARK: Expectations

  private func check(_ expectation: Scenario.Expectation) throws {
    switch expectation {
    case .state(let state):
      let actual = try current().enter { $0.state }
      expect(actual == state, "the engine should be \(state.rawValue), it is \(actual.rawValue)")
    case .answer(let code):
      expect(
        answer == code,
        "the last call should answer \(code?.name ?? "no error"), it answered \(answer?.name ?? "no error")")
    case .player(let number, let isActive):
      let id = try player(number)
      let actual = try current().enter { $0.isActive(id) }
      expect(actual == isActive, "player \(number) should be \(isActive ? "active" : "idle"), it is not")
    case .events(let count):
      let actual = environment.timeline.entries.count { if case .event = $0.fact { true } else { false } }
      expect(actual == count, "\(count) events should have begun, \(actual) have")
    case .engines(let count):
      expect(
        environment.livingEngineCount == count, "\(count) engines should exist, \(environment.livingEngineCount) do")
    case .handler(let kind, let detail):
      let found = newHandlers().contains { $0.kind == kind && (detail == nil || $0.detail == detail) }
      expect(found, "\(kind.rawValue)\(detail.map { ": \($0)" } ?? "") should have been called, it was not")
    case .noHandler:
      let first = newHandlers().first
      expect(first == nil, "no handler should have been called, \(first?.kind.rawValue ?? "") was")
    }
  }

  private func newHandlers() -> [(kind: HandlerKind, detail: String)] {
    let all = environment.timeline.entries.compactMap { entry -> (kind: HandlerKind, detail: String)? in
      if case .handler(let kind, let detail) = entry.fact { (kind, detail) } else { nil }
    }
    defer { handlersSeen = all.count }
    return Array(all.dropFirst(handlersSeen))
  }

  private func expect(_ isMet: Bool, _ message: @autoclosure () -> String) {
    if !isMet { findings.append(Finding(line: line, message: message())) }
  }
}
