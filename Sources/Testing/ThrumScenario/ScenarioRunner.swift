import Synchronization
import ThrumEngine
import ThrumPattern

/// Runs a scenario in its own virtual environment.
package final class ScenarioRunner {
  /// A failed expectation.
  package struct Finding: Equatable, Sendable, CustomStringConvertible {
    package let line: Int
    package let message: String
    package var description: String { "line \(line): \(message)" }
  }

  package let environment: HapticEnvironment
  package internal(set) var findings: [Finding] = []
  package private(set) var engine: HapticEngine?
  private var engines: [HapticEngine?] = []
  /// Every player that was made, and the scenario's numbers as places in it.
  var made: [Player] = []
  var players: [Int: Int] = [:]
  var patterns: [String: Pattern] = [:]
  var answer: EngineError.Code?
  var handlersSeen = 0
  private let configuration: EngineConfiguration
  let loadPattern: (String) throws -> Pattern
  let resolveSound: @Sendable (String) -> String
  var line = 0

  package init(
    profile: HardwareProfile, configuration: EngineConfiguration = EngineConfiguration(),
    resolveSound: @escaping @Sendable (String) -> String = { $0 }, loadPattern: @escaping (String) throws -> Pattern
  ) {
    environment = .virtual(profile: profile)
    self.configuration = configuration
    self.loadPattern = loadPattern
    self.resolveSound = resolveSound
  }

  /// Runs all lines, then calls due handlers.
  ///
  /// - Throws: Errors from `loadPattern`; ``ScenarioError`` for an unknown name. Engine errors count as results.
  package func run(_ scenario: Scenario, file: String) throws {
    for line in scenario.lines {
      self.line = line.number
      do { try perform(line.statement) } catch let error as UnknownName {
        throw ScenarioError(file: file, line: line.number, column: 1, message: error.message)
      }
    }
    environment.advance(by: 0)
    for problem in environment.problems { findings.append(Finding(line: line, message: problem)) }
  }

  /// Sum of all engines' samples, as interleaved stereo.
  package func samples() -> [Float] {
    var result: [Float] = []
    for case let engine? in engines {
      let own = engine.withEngine { $0.samples() }
      if result.count < own.count { result += [Float](repeating: 0, count: own.count - result.count) }
      for (index, sample) in own.enumerated() { result[index] += sample }
    }
    return result
  }

  struct UnknownName: Error {
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
    case .player(let number, let order): try perform(order, on: number)
    case .players(let numbers, let moment, let offset):
      let players = try numbers.compactMap { try player($0).object }
      let time = time(moment)
      guard players.count == numbers.count else {
        answer = .invalidPatternPlayer
        return
      }
      try order { (engine) throws(EngineError) in try engine.start(players, at: time, offset: offset) }
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
    case .faultAt(let time, let fault): environment.schedule(fault, after: max(0, time - environment.now))
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

  func current() throws -> HapticEngine {
    if engine == nil, engines.isEmpty { makeEngine() }
    guard let engine else { throw UnknownName(message: "there is no engine: write `engine` or `use engine 1` first") }
    return engine
  }

  func ask(_ body: (HapticEngine) throws(EngineError) -> Void) throws {
    let engine = try current()
    noteAnswer { () throws(EngineError) in try body(engine) }
  }

  func noteAnswer(_ body: () throws(EngineError) -> Void) {
    do throws(EngineError) {
      try body()
      answer = nil
    } catch { answer = error.code }
  }

  func order(_ body: @Sendable (isolated HapticEngine) throws(EngineError) -> Void) throws {
    try ask { (engine) throws(EngineError) in try engine.withEngine(body) }
  }

  private func set(_ item: Scenario.Switch, _ value: Bool) throws {
    try current().withEngine { engine in
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
      // The timeline records the result.
      do throws(EngineError) { try engine?.startAndWait() } catch {}
    }
    engine.withEngine { engine in
      if kind == .reset { engine.setResetHandler(body) } else { engine.setStoppedHandler { _ in body() } }
    }
  }
}

extension ScenarioRunner {
  func check(_ expectation: Scenario.Expectation) throws {
    switch expectation {
    case .state(let state):
      let actual = try current().withEngine { $0.state }
      expect(actual == state, "the engine should be \(state.rawValue), but is \(actual.rawValue)")
    case .answer(let code):
      expect(
        answer == code,
        "the last call should have returned \(code?.name ?? "no error"), but it returned \(answer?.name ?? "no error")")
    case .player(let number, let isActive):
      let player = try player(number)
      let engine = try current()
      let actual = player.engine == engine.number && engine.withEngine { $0.activePlayers.contains(player.number) }
      expect(actual == isActive, "player \(number) should be \(isActive ? "active" : "idle"), but is not")
    case .events(let count):
      let actual = environment.timeline.entries.count { if case .event = $0.fact { true } else { false } }
      expect(actual == count, "\(counted(count, "event")) should have started, but \(actual) did")
    case .engines(let count):
      let actual = environment.livingEngineCount
      expect(actual == count, "the number of engines should be \(count), but is \(actual)")
    case .handler(let kind, let detail):
      let found = newHandlers().contains { $0.kind == kind && (detail == nil || $0.detail == detail) }
      let call = "called\(detail.map { " with “\($0)”" } ?? "")"
      expect(found, "the \(kind.rawValue) handler should have been \(call), but was not")
    case .noHandler:
      let first = newHandlers().first
      expect(first == nil, "no handler should have been called, but the \(first?.kind.rawValue ?? "") handler was")
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
