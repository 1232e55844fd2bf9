/// Rise and decay times between 10 and 90 % of the level, in seconds. `nil` if hidden by noise.
struct BuzzEdges {
  let rise: Double?
  let decay: Double?

  init(_ recording: FitRecording, _ step: FitPattern.Step, hertz: Double) {
    let length = step.seconds ?? 0
    let cycle = 1 / hertz
    func energy(at time: Double) -> Double { recording.part(from: time, seconds: cycle).reduce(0) { $0 + $1 * $1 } }
    let noise = (0..<10).reduce(0) { $0 + energy(at: step.start - 0.12 + cycle * Double($1)) } / 10
    func level(at time: Double) -> Double { max(0, energy(at: time) - noise).squareRoot() }
    let steady = level(at: step.start + 0.6 * length)
    guard noise.squareRoot() < 0.05 * steady else {
      (rise, decay) = (nil, nil)
      return
    }
    // Event starts are known only to within a few milliseconds, durations far more precisely.
    let times = stride(from: -0.05, to: 0.6 * length, by: 0.0005)
    func first(after start: Double, _ isThere: (Double) -> Bool) -> Double? {
      times.first { isThere(level(at: start + $0 - cycle / 2)) }
    }
    func span(from start: Double, _ low: (Double) -> Bool, _ high: (Double) -> Bool) -> Double? {
      first(after: start, low).flatMap { begin in first(after: start, high).map { $0 - begin } }
    }
    let end = step.start + length
    rise = span(from: step.start, { $0 >= 0.1 * steady }, { $0 >= 0.9 * steady })
    decay = span(from: end, { $0 <= 0.9 * steady }, { $0 <= 0.1 * steady })
  }
}
