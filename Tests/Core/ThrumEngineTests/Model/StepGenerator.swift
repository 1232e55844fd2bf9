import TestSupport
import ThrumEngine

/// Makes sequences of steps, reproducible by seed and weighted so that players are often playing.
struct StepGenerator {
  private var random: SplitMix64
  private var playersMade = 0
  private let focus: Int

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    focus = Int(seed % 4)
  }

  /// Whether a seed's phone is a game controller.
  static func isController(seed: UInt64) -> Bool { seed % 8 == 5 }

  mutating func sequence() -> [Step] {
    var steps: [Step] = []
    if chance(8, of: 10) {
      if chance(1, of: 3) { steps.append(.autoShutdown(true)) }
      for _ in 0..<Int.random(in: 1...3, using: &random) { steps.append(make()) }
      if chance(8, of: 10) { steps.append(.start(hasCompletion: false)) }
    }
    let count = Int.random(in: 20...80, using: &random)
    while steps.count < count { steps.append(next()) }
    return steps
  }

  private mutating func next() -> Step {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<28: return .advance(duration())
    case 28..<68: return playersMade == 0 ? make() : playerStep()
    case 68..<84: return engineStep()
    default: return focus == 0 && chance(2, of: 3) ? playerStep() : faultStep()
    }
  }

  private mutating func chance(_ wanted: Int, of all: Int) -> Bool { Int.random(in: 0..<all, using: &random) < wanted }

  private mutating func make() -> Step {
    playersMade += 1
    return .makePlayer(sample(), isAdvanced: chance(9, of: 10))
  }

  private mutating func sample() -> Sample { Sample.allCases.randomElement(using: &random) ?? .tap }

  // MARK: Times

  /// Mostly whole quanta of 64 frames, some arbitrary lengths, sometimes about two minutes.
  private mutating func duration() -> Frames {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: 0
    case 1..<5: 64 * Int.random(in: 1...20, using: &random)
    case 5..<13: 64 * Int.random(in: 20...500, using: &random)
    case 13..<15: 64 * Int.random(in: 500...3_000, using: &random)
    case 15..<18: Int.random(in: 1...20_000, using: &random)
    default: 120 * 48_000 + 64 * Int.random(in: -500...500, using: &random)
    }
  }

  private mutating func when() -> Step.When {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: .invalid
    case 1..<3: .past(64 * Int.random(in: 0...1_000, using: &random))
    case 3..<8: .ahead(64 * Int.random(in: 0...800, using: &random))
    case 8: .ahead(Int.random(in: 1...30_000, using: &random))
    default: .now
    }
  }

  private mutating func offset() -> Frames {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: 0
    case 1: 96_000
    default: 96 * Int.random(in: 0...300, using: &random)
    }
  }

  // MARK: Kinds of steps

  private mutating func player() -> Int { Int.random(in: 1...max(1, playersMade), using: &random) }

  private mutating func playerStep() -> Step {
    let id = player()
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<14: return .playerStart(id, when())
    case 14..<16:
      let other = player()
      return .startTogether(id == other ? [id] : [id, other], when(), offset: chance(1, of: 2) ? offset() : 0)
    case 16..<19: return .playerStop(id, when())
    case 19..<21: return .cancel(id)
    case 21..<24: return .pause(id, when())
    case 24..<27: return .resume(id, when())
    case 27..<30: return .seek(id, chance(1, of: 20) ? -1 : offset())
    case 30..<33: return .loop(id, chance(1, of: 2))
    case 33: return .loopEnd(id, chance(1, of: 3) ? 0 : 96 * Int.random(in: 1...300, using: &random))
    case 34..<36: return .rate(id, [0.5, 1, 2, 4, 0, -1].randomElement(using: &random) ?? 1)
    case 36: return .parameter(id, when())
    case 37: return .curve(id, when())
    case 38: return .mute(id, chance(1, of: 2))
    default: return chance(1, of: 2) ? .drop(id) : make()
    }
  }

  private mutating func engineStep() -> Step {
    switch Int.random(in: 0..<32, using: &random) {
    case 0..<8: .start(hasCompletion: chance(1, of: 3))
    case 8..<11: .stop(hasCompletion: chance(1, of: 2))
    case 11..<17: .notifyWhenFinished(stops: chance(1, of: 2))
    case 17..<21: .autoShutdown(chance(3, of: 4))
    case 21: .hapticsOnly(chance(1, of: 2))
    case 22: .restartsWhenStopped(chance(2, of: 3))
    case 23: .restartsWhenReset(chance(2, of: 3))
    case 24: .registerSound
    case 25: .unregisterSound(Int.random(in: 1...3, using: &random))
    case 26..<28: .playPattern(sample())
    default: make()
    }
  }

  private mutating func faultStep() -> Step {
    let fault = fault()
    return chance(1, of: 8) ? .faultLater(fault, max(1, duration())) : .fault(fault)
  }

  private mutating func fault() -> Fault {
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<3: .suspendApp
    case 3..<7: .resumeApp
    case 7..<9: .interruptAudio
    case 9..<12: .endInterruption
    case 12..<15: .resetServer
    case 15: .failServer
    case 16..<18: .recoverServer
    case 18..<29: Fault.plain.randomElement(using: &random) ?? .clear
    case 29..<32: .passIdleTime
    case 32: .limitPlayers(chance(1, of: 3) ? nil : Int.random(in: 0...2, using: &random))
    case 33..<35: .fail(call(), code: code(), times: chance(1, of: 5) ? nil : Int.random(in: 0...2, using: &random))
    case 35..<37: .failNth(call(), n: Int.random(in: 1...3, using: &random), code: code())
    default: .clear
    }
  }

  private mutating func call() -> EngineCall {
    let calls = EngineCall.allCases.filter { $0.isOfEngine && $0 != .makeEngine }
    return chance(1, of: 2) ? .playerStart : calls.randomElement(using: &random) ?? .start
  }

  private mutating func code() -> EngineError.Code {
    [.operationNotPermitted, .unknownError, .memoryError, .engineStartTimeout].randomElement(using: &random)
      ?? .unknownError
  }
}
