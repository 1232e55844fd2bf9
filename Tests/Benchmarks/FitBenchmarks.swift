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

  /// Random devices of each kind: prints how many results are right, rejected for their reason, and wrong.
  static func survey(_ kinds: [FitKind], count: Int, seed: UInt64) -> Bool {
    var isRight = true
    for kind in kinds {
      let worlds = FitWorld.random(kind, count: count, seed: seed)
      let lines = Lines(count: worlds.count)
      DispatchQueue.concurrentPerform(iterations: worlds.count) { index in
        let world = worlds[index]
        if let only = ProcessInfo.processInfo.environment["ONLY"], !only.split(separator: ",").contains("\(index)") { return }
        let result = world.fit
        var line = world.name + " | "
        var verdict = "right"
        switch result {
        case .success(let fit):
          let problem = FitVerdict.right(within: 1).problem(result, in: world)
          if problem != nil { verdict = "WRONG" }
          line += shown(fit.resonanceHertz, 1) + " Q " + (fit.quality.map { shown($0, 2) } ?? "–")
          line += String(format: " explained %.2f %% law %.0f exponent %.3f third %@", 100 * (fit.tapsExplained ?? 0), fit.lawErrorCents, fit.intensityExponent?.value ?? 0, fit.debug)
        case .failure(let error):
          verdict = "rejected"
          line += "\(error)"
        }
        lines.set(index, "\(kind.rawValue) \(index) \(verdict): " + line)
      }
      for line in lines.all { print(line) }
      isRight = isRight && !lines.all.contains { $0.contains("WRONG") }
    }
    return isRight
  }

  private final class Lines: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String]
    init(count: Int) { lines = Array(repeating: "", count: count) }
    func set(_ index: Int, _ line: String) { lock.withLock { lines[index] = line } }
    var all: [String] { lock.withLock { lines } }
  }

  private static func shown(_ estimate: Estimate, _ places: Int) -> String {
    String(format: "%.\(places)f ± %.\(places)f", estimate.value, estimate.range)
  }
}

extension String {
  fileprivate func padding(_ width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
