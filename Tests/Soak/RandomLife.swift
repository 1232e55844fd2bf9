import TestSupport
import ThrumEngine
import ThrumPattern

/// Calls an engine at random, reproducibly by seed. The engine is interrupted, loses its server and its device, and is
/// restarted. From time to time everything is stopped, and then nothing may play.
final class RandomLife {
  /// Numbers of calls and events.
  struct Counts {
    var calls = 0
    var refusals = 0
    var faults = 0
    var starts = 0
    var engines = 0
    var stopChecks = 0
    var missedStops = 0
  }

  private(set) var counts = Counts()
  private let environment: HapticEnvironment
  private let configuration: EngineConfiguration
  private let pass: (Double) -> Void
  private let hasFaults: Bool
  private var random: SplitMix64
  private var engine: HapticEngine?
  private var players: [HapticPlayer] = []

  /// Creates a life in an environment, in which `pass` lets seconds pass.
  init(
    in environment: HapticEnvironment, _ configuration: EngineConfiguration, seed: UInt64, hasFaults: Bool,
    pass: @escaping (Double) -> Void
  ) {
    self.environment = environment
    self.configuration = configuration
    self.hasFaults = hasFaults
    self.pass = pass
    random = SplitMix64(seed: seed)
  }

  /// Makes one random call and lets up to 100 ms pass.
  func step() {
    let engine = livingEngine()
    let choice = Int.random(in: 0..<1000, using: &random)
    switch choice {
    case 0..<2: begin()
    case 2..<10: restart(engine)
    case 10..<20 where hasFaults: suffer()
    case 20..<60: makePlayer(engine)
    case 60..<80: switchSomething(engine)
    case 80..<90: checkStops()
    default: if let player = players.randomElement(using: &random) { call(player) }
    }
    counts.calls += 1
    pass(random.number(0...0.1))
  }

  /// Stops everything, waits for the tails, and counts players that still play.
  func checkStops() {
    guard let engine else { return }
    counts.stopChecks += 1
    // Everything due within a second has started, even on a device that has fallen behind.
    pass(3)
    for player in players { attempt { () throws(EngineError) in try player.stop() } }
    for _ in 0..<60 where engine.withEngine({ $0.activePlayerCount }) > 0 { pass(0.1) }
    let left = engine.withEngine { $0.activePlayerCount }
    counts.missedStops += left
    // One report is enough: the next check starts without players.
    guard left > 0 else { return }
    print("\(left) players still play; what came before:\n\(Timeline(environment.timeline.entries.suffix(60)))")
    begin()
  }

  /// Stops the engine.
  func end() {
    engine?.stop(completion: nil)
    engine = nil
    players = []
    pass(1)
  }

  private func attempt(_ body: () throws(EngineError) -> Void) {
    do throws(EngineError) { try body() } catch { counts.refusals += 1 }
  }

  private func livingEngine() -> HapticEngine? {
    if engine == nil { begin() }
    return engine
  }

  /// Replaces the engine.
  private func begin() {
    engine = nil
    players = []
    counts.engines += 1
    attempt { () throws(EngineError) in
      let engine = try HapticEngine(configuration, in: environment)
      self.engine = engine
      try engine.startAndWait()
    }
  }

  /// Restarts the engine, as apps do when they come to the foreground.
  private func restart(_ engine: HapticEngine?) {
    engine?.stop(completion: nil)
    pass(random.number(0...0.5))
    attempt { () throws(EngineError) in try engine?.startAndWait() }
  }

  /// Injects a fault, and clears it some time later.
  private func suffer() {
    let faults = Fault.plain + [.fail(.playerStart, code: .badEventEntry, times: 3), .limitPlayers(2)]
    guard let fault = faults.randomElement(using: &random) else { return }
    counts.faults += 1
    environment.apply(fault)
    pass(random.number(0...2))
    for remedy: Fault in [
      .resumeApp, .endInterruption, .recoverServer, .restoreDevice, .connectController, .endRecording, .endOtherAudio,
      .switchOnSystemHaptics, .restorePower,
      .limitPlayers(nil), .clear,
    ] { environment.apply(remedy) }
    let engine = engine
    attempt { () throws(EngineError) in try engine?.startAndWait() }
  }

  private func makePlayer(_ engine: HapticEngine?) {
    let pattern = makePattern()
    if players.count > 12 {
      let old = players.remove(at: Int.random(in: 0..<players.count, using: &random))
      // A looping or paused player would never end, and a scheduled one could become such a player.
      attempt { () throws(EngineError) in try old.cancel() }
    }
    attempt { () throws(EngineError) in
      guard let engine else { return }
      if pattern.entries.count == 1 {
        try engine.withEngine { (engine) throws(EngineError) in try engine.playPattern(pattern) }
      } else {
        players.append(try engine.withEngine { (engine) throws(EngineError) in try engine.makePlayer(pattern) })
      }
    }
  }

  private func makePattern() -> Pattern {
    Pattern(
      entries: (0..<Int.random(in: 1...8, using: &random)).map { index in
        let isTap = Bool.random(using: &random)
        let parameters = [
          EventParameter(.hapticIntensity, random.number(0...1)),
          EventParameter(.hapticSharpness, random.number(0...1)),
        ]
        return .event(
          Event(
            type: isTap ? .hapticTransient : .hapticContinuous, time: 0.2 * Double(index),
            duration: isTap ? nil : random.number(0.05...3), parameters: parameters))
      })
  }

  private func switchSomething(_ engine: HapticEngine?) {
    let value = Bool.random(using: &random)
    let choice = Int.random(in: 0..<4, using: &random)
    engine?.withEngine { engine in
      switch choice {
      case 0: engine.setMutedForHaptics(value)
      case 1: engine.setMutedForAudio(value)
      case 2: engine.setAutoShutdownEnabled(value)
      default: engine.setGain(decibels: value ? -6 : 0)
      }
    }
  }

  private func call(_ player: HapticPlayer) {
    let choice = Int.random(in: 0..<14, using: &random)
    let number = random.number(0...1)
    let later = Bool.random(using: &random) ? environment.engineTime + number : 0
    attempt { () throws(EngineError) in
      switch choice {
      case 0..<4: try player.start(at: later)
      case 4: try player.stop(at: later)
      case 5: try player.cancel()
      case 6: try player.pause()
      case 7: try player.resume()
      case 8: try player.seek(to: number)
      case 9: try player.setLoops(number < 0.5)
      case 10: try player.setRate(0.5 + number)
      case 11: player.isMuted = number < 0.5
      case 12:
        let points = [ControlPoint(time: 0, value: number), ControlPoint(time: 0.5, value: 1 - number)]
        try player.schedule(ParameterCurve(.hapticIntensityControl, time: 0, points: points), at: later)
      default:
        try player.send([DynamicParameter(.hapticSharpnessControl, value: number, time: 0)])
      }
      if choice < 4 { counts.starts += 1 }
    }
  }
}
