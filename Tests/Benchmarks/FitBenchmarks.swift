import Foundation
import TestSupport
import ThrumAnalysis

/// `make fit-check`, second part: recordings from other physics than the renderer's, with the verdict that must come.
enum FitBenchmarks {
  /// Prints a table. Returns whether every verdict came.
  static func run() -> Bool {
    print("recording".padding(36) + "resonance Hz".padding(18) + "Q".padding(16) + "explained")
    var isRight = true
    for (world, verdict) in FitWorld.all {
      let result = world.fit
      var line = world.name.padding(36)
      switch result {
      case .success(let fit):
        line += shown(fit.resonanceHertz, 1).padding(18) + (fit.quality.map { shown($0, 2) } ?? "–").padding(16)
        line += fit.tapsExplained.map { String(format: "%.2f %%", 100 * $0) } ?? "–"
        for note in fit.notes { line += "\n    note: \(note)" }
      case .failure(let error): line += "rejected: \(error)"
      }
      if let problem = verdict.problem(result, in: world) {
        line += "\n    FAIL: \(problem); the truth is \(world.hertz) Hz, Q \(world.quality)"
        isRight = false
      }
      print(line)
    }
    return isRight
  }

  private static func shown(_ estimate: Estimate, _ places: Int) -> String {
    String(format: "%.\(places)f ± %.\(places)f", estimate.value, estimate.range)
  }
}

extension String {
  fileprivate func padding(_ width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
