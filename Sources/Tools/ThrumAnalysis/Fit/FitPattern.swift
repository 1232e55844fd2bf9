import ThrumPattern

/// The test pattern: buzzes of varying sharpness and intensity, then taps.
package enum FitPattern {
  package struct Step: Sendable, Equatable {
    package let start: Double
    package let seconds: Double?
    package let intensity: Double
    package let sharpness: Double
  }

  static let repeats = 4
  static let tapSharpnesses = [0.0, 0.25, 0.5, 0.75, 1]

  package static let steps: [Step] = {
    var steps: [Step] = []
    var time = 0.5
    func add(_ seconds: Double?, _ intensity: Double, _ sharpness: Double, rest: Double) {
      steps.append(Step(start: time, seconds: seconds, intensity: intensity, sharpness: sharpness))
      time += (seconds ?? 0) + rest
    }
    for eighth in 0...8 { add(0.5, 1, Double(eighth) / 8, rest: 0.35) }
    for intensity in [0.5, 0.6, 0.7, 0.8, 0.9] { add(0.5, intensity, 0.5, rest: 0.35) }
    // Irregular gaps keep taps from being mistaken for each other.
    for turn in 0..<repeats {
      for (index, sharpness) in tapSharpnesses.enumerated() {
        add(nil, 1, sharpness, rest: 0.25 + 0.013 * Double((3 * index + turn) % 5))
      }
    }
    return steps
  }()

  static var overSharpness: [Step] { steps.filter { $0.seconds != nil && $0.intensity == 1 } }
  static var overIntensity: [Step] {
    steps.filter { $0.seconds != nil && $0.sharpness == 0.5 }.sorted { $0.intensity < $1.intensity }
  }
  static var taps: [Step] { steps.filter { $0.seconds == nil } }

  /// Length, including the last tap's decay.
  package static let seconds: Double = (steps.last?.start ?? 0) + 0.25

  package static var pattern: Pattern {
    Pattern(entries: steps.map { .event(event($0, at: $0.start)) })
  }

  static func event(_ step: Step, at time: Double) -> Event {
    Event(
      type: step.seconds == nil ? .hapticTransient : .hapticContinuous, time: time, duration: step.seconds,
      parameters: [EventParameter(.hapticIntensity, step.intensity), EventParameter(.hapticSharpness, step.sharpness)])
  }
}

struct PatternPlace {
  /// First frame of the pattern, negative if its start is missing.
  let begin: Int
  /// Recorded length relative to the pattern's.
  var stretch: Double

  private static let block = Int(saturating: 0.005 * FitRecording.rate)

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
    if best.score < 0.97, samples.count < Int(saturating: 60 * FitRecording.rate) {
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
    var plan = [Double](repeating: 0, count: Int(saturating: FitPattern.seconds * perSecond))
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
