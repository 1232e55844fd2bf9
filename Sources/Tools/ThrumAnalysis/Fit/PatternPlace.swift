import ThrumPattern

struct PatternPlace {
  /// First frame of the pattern, negative if its start is missing.
  let begin: Int
  /// Recorded length relative to the pattern's.
  var stretch: Double

  private static let block = Int(0.005 * FitRecording.rate)

  /// Correlates levels of 5 ms blocks with the pattern's events and rests. Returns `nil` if nothing resembles the
  /// pattern.
  init?(in samples: [Double]) {
    let block = PatternPlace.block
    let energies = stride(from: 0, to: samples.count - block + 1, by: block).map { first in
      samples[first..<first + block].reduce(0) { $0 + $1 * $1 }
    }
    // Levels are in dB above the quietest third, so that weak buzzes count as much as strong ones.
    let floor = max(energies.sorted()[energies.count / 3], 1e-30)
    let levels = energies.map { max(0, decibels($0 / floor) / 2 - 3) }
    var best = PatternPlace.best(levels, stretch: 1)
    // Tries other speeds, in case 44.1 kHz was taken for 48 kHz or vice versa.
    if best.score < 0.97, samples.count < Int(60 * FitRecording.rate) {
      for stretch in Array(stride(from: 0.98, through: 1.02, by: 0.001)) + [0.91875, 48.0 / 44.1] {
        let other = PatternPlace.best(levels, stretch: stretch)
        if other.score > best.score + 0.01 { best = other }
      }
    }
    guard best.score > 0.45 else { return nil }
    (begin, stretch) = (best.offset * block, best.stretch)
  }

  private static func best(
    _ levels: [Double], stretch: Double
  ) -> (score: Double, offset: Int, stretch: Double) {
    let perSecond = FitRecording.rate * stretch / Double(block)
    var plan = [Double](repeating: 0, count: Int(FitPattern.seconds * perSecond))
    for step in FitPattern.steps {
      let first = Int(step.start * perSecond)
      for index in first..<min(plan.count, first + max(3, Int((step.seconds ?? 0) * perSecond))) { plan[index] = 1 }
    }
    let mean = plan.reduce(0, +) / Double(plan.count)
    let centred = plan.map { $0 - mean }
    let power = centred.reduce(0) { $0 + $1 * $1 }
    let rest = Int(0.5 * perSecond)
    var best = (score: 0.0, offset: 0, stretch: stretch)
    for offset in -rest...max(-rest, levels.count - plan.count + 60) {
      var (product, energy, sum) = (0.0, 0.0, 0.0)
      for (index, weight) in centred.enumerated() {
        guard levels.indices.contains(index + offset) else { continue }
        let level = levels[index + offset]
        product += weight * level
        energy += level * level
        sum += level
      }
      let spread = energy - sum * sum / Double(plan.count)
      guard spread > 0 else { continue }
      let score = product / (spread * power).squareRoot()
      if score > best.score {
        best.score = score
        best.offset = offset
      }
    }
    return best
  }
}
