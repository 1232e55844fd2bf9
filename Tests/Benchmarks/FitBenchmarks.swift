import Foundation
import SoundTestSupport
import TestSupport
import ThrumAnalysis

/// `make fit-check`, second part: recordings from other physics than the renderer's, with the verdict that must come.
enum FitBenchmarks {
  /// Prints tables. Returns whether every verdict came, and no random recording was wrong without a reason.
  static func run() async -> Bool {
    let known = await runKnown()
    print("")
    let random = await runRandom()
    return known && random
  }

  private static func runKnown() async -> Bool {
    print("recording".padding(36) + "resonance Hz".padding(18) + "Q".padding(16) + "explained")
    var isRight = true
    for (place, result) in await fits(FitWorld.all.map(\.world)).enumerated() {
      let (world, verdict) = FitWorld.all[place]
      var line = world.name.padding(36) + described(result)
      if case .success(let fit) = result { for note in fit.notes { line += "\n    note: \(note)" } }
      if let problem = verdict.problem(result, in: world) {
        line += "\n    FAIL: \(problem); the truth is \(world.hertz) Hz, Q \(world.quality)"
        isRight = false
      }
      print(line)
    }
    return isRight
  }

  /// Prints the number of outcomes, and the recordings that are wrong. Returns whether there are none.
  static func runRandom(seed: UInt64 = 1) async -> Bool {
    print("random recordings".padding(20) + FitKind.Outcome.allCases.map { $0.rawValue.padding(30) }.joined())
    var isRight = true
    for kind in FitKind.allCases {
      let worlds = FitWorld.random(kind, count: kind.count, seed: seed)
      let results = await fits(worlds)
      let outcomes = zip(results, worlds).map { kind.outcome($0, of: $1) }
      print(
        kind.rawValue.padding(20)
          + FitKind.Outcome.allCases.map { outcome in
            String(outcomes.count { $0 == outcome }).padding(30)
          }.joined())
      for (place, outcome) in outcomes.enumerated() where outcome == .wrong {
        print("    FAIL: \(worlds[place].name): \(described(results[place]))")
        isRight = false
      }
    }
    return isRight
  }

  private static func fits(_ worlds: [FitWorld]) async -> [Result<ActuatorFit, FitError>] {
    await withTaskGroup(of: (Int, Result<ActuatorFit, FitError>).self) { group in
      for (place, world) in worlds.enumerated() { group.addTask { (place, world.fit) } }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  private static func described(_ result: Result<ActuatorFit, FitError>) -> String {
    switch result {
    case .success(let fit):
      return shown(fit.resonanceHertz, 1).padding(18) + (fit.quality.map { shown($0, 2) } ?? "–").padding(16)
        + (fit.tapsExplained.map { String(format: "%.2f %%", 100 * $0) } ?? "–")
    case .failure(let error): return "rejected: \(error)"
    }
  }

  private static func shown(_ estimate: Estimate, _ places: Int) -> String {
    String(format: "%.\(places)f ± %.\(places)f", estimate.value, estimate.range)
  }
}

extension String {
  fileprivate func padding(_ width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
