import ThrumPattern

struct TapMatch {
  var model: TapModel
  /// Start of each tap's drive in its recording, s.
  var starts: [Double]
  var unexplained: Double
}

/// Fits models to taps. A least-squares fit chooses each tap's start and the strengths of its parts.
struct TapSearch {
  let taps: [RecordedTap]
  private let rate: Double
  private let count: Int
  private let energy: Double

  init(_ taps: [RecordedTap], rate: Double = FitRecording.rate) {
    self.taps = taps
    self.rate = rate
    count = taps.map(\.samples.count).min() ?? 0
    energy = max(1e-300, taps.reduce(0) { $0 + $1.energy })
  }

  /// A search with a quarter of the work: half the sample rate and half the length.
  var rough: TapSearch { TapSearch(taps.map(\.rough), rate: rate / 2) }

  /// Searches a coarse grid of motors. Keeps the model's other properties.
  func find(_ model: TapModel) -> TapMatch {
    var best = TapMatch(model: model, starts: taps.map { _ in 0 }, unexplained: .infinity)
    for hertz in stride(from: 5.2, through: 8.5, by: 0.25).map(exponentialBase2) {
      for quality in [0.9, 1.8, 4.5, 12] {
        var guess = model
        (guess.hertz, guess.quality) = (hertz, quality)
        let match = placed(guess)
        if match.unexplained < best.unexplained { best = match }
      }
    }
    return best
  }

  func match(_ model: TapModel, near starts: [Double]) -> TapMatch {
    var responses = [Double](repeating: 0, count: (TapModel.parts + 1) * count)
    var result = TapMatch(model: model, starts: starts, unexplained: 0)
    for (index, tap) in taps.enumerated() {
      func left(_ start: Double) -> Double {
        let (left, gain) = residual(&responses, model, tap, start)
        return gain * model.polarity > 0 ? left : tap.energy
      }
      var best = (left: left(starts[index]), start: starts[index])
      var step = 0.0002
      while step > 0.000_01 {
        let (before, after) = (left(best.start - step), left(best.start + step))
        if before < best.left, before <= after {
          best = (before, best.start - step)
        } else if after < best.left {
          best = (after, best.start + step)
        } else {
          step /= 3
        }
      }
      result.starts[index] = best.start
      result.unexplained += best.left / energy
    }
    return result
  }

  /// Moves to better neighbours, repeats helpful directions, and halves the steps if no neighbour is better (Hooke and
  /// Jeeves, 1961).
  ///
  /// - Parameters:
  ///   - coarsest: first step, as a fraction of each unknown's step.
  ///   - finest: last step.
  func refined(
    _ first: TapMatch, _ unknowns: [TapUnknown], from coarsest: Double = 1, until finest: Double = 1.0 / 64
  ) -> TapMatch {
    var best = first
    var scale = coarsest
    while scale > finest {
      var here = best
      for unknown in unknowns {
        for steps in [scale, -scale] {
          let next = match(unknown.moved(here.model, by: steps), near: here.starts)
          guard next.unexplained < here.unexplained else { continue }
          here = next
          break
        }
      }
      guard here.unexplained < best.unexplained else {
        scale /= 2
        continue
      }
      var ahead = here.model
      for unknown in unknowns { unknown.continued(&ahead, from: best.model) }
      let next = match(ahead, near: here.starts)
      best = next.unexplained < here.unexplained ? next : here
    }
    return best
  }

  /// Finds the polarity and the starts, all within a millisecond of a common time.
  func placed(_ model: TapModel) -> TapMatch {
    let times = (0..<40).map { 0.0005 * Double($0) }
    var responses = [Double](repeating: 0, count: (TapModel.parts + 1) * count)
    let found = taps.map { tap in times.map { residual(&responses, model, tap, $0) } }
    var best = TapMatch(model: model, starts: taps.map { _ in 0 }, unexplained: .infinity)
    for polarity in [1.0, -1] {
      let left = zip(taps, found).map { tap, found in found.map { $0.gain * polarity > 0 ? $0.left : tap.energy } }
      for middle in times.indices {
        let near = max(0, middle - 2)...min(times.count - 1, middle + 2)
        let starts = left.map { left in near.min { left[$0] < left[$1] } ?? middle }
        let unexplained = zip(left, starts).reduce(0) { $0 + $1.0[$1.1] / energy }
        guard unexplained < best.unexplained else { continue }
        best = TapMatch(model: model, starts: starts.map { times[$0] }, unexplained: unexplained)
        best.model.polarity = polarity
      }
    }
    return best
  }

  /// Returns the energy left by the best combination of responses, and the gain of the first response.
  private func residual(
    _ responses: inout [Double], _ model: TapModel, _ tap: RecordedTap, _ start: Double
  ) -> (left: Double, gain: Double) {
    model.respond(&responses, count: count, hertz: tap.hertz, start: start, rate: rate)
    let samples = tap.samples
    var (aa, ab, ac, bb, bc, cc) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    var (ax, bx, cx) = (0.0, 0.0, 0.0)
    for index in 0..<count {
      let (a, b, c, x) = (responses[index], responses[count + index], responses[2 * count + index], samples[index])
      (aa, ab, ac, bb, bc, cc) = (aa + a * a, ab + a * b, ac + a * c, bb + b * b, bc + b * c, cc + c * c)
      (ax, bx, cx) = (ax + a * x, bx + b * x, cx + c * x)
    }
    // Cholesky's method, slightly damped for responses outside the window.
    let tiny = 1e-9 * (aa + bb + cc) + 1e-300
    let l1 = (aa + tiny).squareRoot()
    let (l2, l4) = (ab / l1, ac / l1)
    let l3 = max(tiny, bb + tiny - l2 * l2).squareRoot()
    let l5 = (bc - l4 * l2) / l3
    let l6 = max(tiny, cc + tiny - l4 * l4 - l5 * l5).squareRoot()
    func solved(_ ax: Double, _ bx: Double, _ cx: Double) -> (gains: TapGains, explained: Double) {
      let y1 = ax / l1
      let y2 = (bx - l2 * y1) / l3
      let y3 = (cx - l4 * y1 - l5 * y2) / l6
      let third = y3 / l6
      let second = (y2 - l5 * third) / l3
      let gains = TapGains(sine: (y1 - l2 * second - l4 * third) / l1, first: second, second: third)
      return (gains, y1 * y1 + y2 * y2 + y3 * y3)
    }
    var (gains, explained) = solved(ax, bx, cx)
    guard model.friction > 0 else { return (max(0, tap.energy - explained), gains.sine) }
    // Friction depends on the gains, but mostly on the direction of the motion: a few turns suffice.
    var energy = tap.energy
    let last = TapModel.parts * count..<(TapModel.parts + 1) * count
    for _ in 0..<TapSearch.turns {
      TapFriction(model, gains, hertz: tap.hertz, start: start).respond(&responses, last, rate: rate)
      model.record(&responses, last, rate)
      (ax, bx, cx, energy) = (0, 0, 0, 0)
      for index in 0..<count {
        let x = samples[index] - responses[last.lowerBound + index]
        ax += responses[index] * x
        bx += responses[count + index] * x
        cx += responses[2 * count + index] * x
        energy += x * x
      }
      (gains, explained) = solved(ax, bx, cx)
    }
    return (max(0, energy - explained), gains.sine)
  }

  private static let turns = 3

  /// Gain of the sine, averaged over the taps.
  func drive(_ match: TapMatch) -> Double {
    var responses = [Double](repeating: 0, count: (TapModel.parts + 1) * count)
    let sum = zip(taps, match.starts).reduce(0.0) { sum, tap in
      sum + abs(residual(&responses, match.model, tap.0, tap.1).gain)
    }
    return sum / Double(max(1, taps.count))
  }
}
