import Foundation
import SoundTestSupport
import TestSupport
import ThrumAnalysis

/// Patterns from sounds: the figures that `GenerateTests` checks, and the speed.
enum GenerateBenchmarks {
  static func run(_ report: inout Report) {
    for known in GenerationCase.all {
      let figure = known.measure()
      // A ratio needs a nonzero bound: one event in a hundred replaces none.
      report.add(
        known.name, figure, known.bound == 0 ? "found" : "", reference: known.bound == 0 ? 0.01 : known.bound,
        lessIsBetter: !known.atLeast)
    }
    let sound = SyntheticSound.drums(bpm: 120, seconds: 120)
    let best = (0..<3).map { _ in
      let begin = ContinuousClock.now
      _ = sound.pattern()
      return begin.duration(to: .now) / .seconds(1)
    }.min()
    report.add(
      "generated, times real time", sound.seconds / (best ?? .infinity), "×", reference: 200, lessIsBetter: false)
  }
}
