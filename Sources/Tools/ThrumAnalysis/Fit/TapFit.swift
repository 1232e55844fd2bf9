import ThrumDevice
import ThrumEngine
import ThrumPattern

/// Resonance and Q, fitted to recorded taps.
struct TapFit {
  /// What the recording contains besides the device, if that explains it far better.
  enum Disturbance: Equatable {
    case highPass(hertz: Double)
    case echo(seconds: Double, gain: Double)
  }

  let hertz: Estimate
  let quality: Estimate
  /// Cycles before the driver brakes.
  let cycles: Double
  /// Share of the taps' energy that the model explains, noise aside, 0…1.
  let explained: Double
  let disturbance: Disturbance?
  /// Energy of one tap of each sharpness, per frame of the recording.
  let energy: Double
  /// Models of the first and second half of the repeats.
  private let halves: [TapModel]

  /// A model must explain this share of the energy. Below it, errors of 20 % and more occur.
  static let leastExplained = 0.9

  /// - Throws: ``FitError`` if no model explains the taps.
  init(_ recording: FitRecording, _ buzzes: Buzzes) throws(FitError) {
    let frequency = FitPattern.tapSharpnesses.map(buzzes.hertz(sharpness:))
    let all = TapFit.search(recording, frequency, turns: 0..<FitPattern.repeats)
    energy = all.taps.reduce(0) { $0 + $1.energy }
    let noise = all.taps.reduce(0) { $0 + $1.noise } / max(energy, 1e-300)
    guard energy > 0, noise < 0.2 else {
      throw FitError(
        "the taps are buried in noise: turn noise suppression off, and record closer or in a quieter place")
    }
    let simple = TapFit.best(all)
    let plain = all.refined(simple, TapUnknown.motor + TapUnknown.drive)
    func excess(_ match: TapMatch) -> Double { max(0, match.unexplained - noise) }
    var best = plain
    var disturbance: Disturbance?
    if excess(plain) > 0.003 {
      let (match, cause) = TapFit.disturbed(all, like: simple)
      if excess(match) < 0.25 * excess(plain) {
        disturbance = cause
        best = match
      }
    }
    guard excess(best) <= 1 - TapFit.leastExplained else {
      throw FitError(
        "\(percent(1 - excess(best))) of the taps is explained, \(percent(TapFit.leastExplained)) is needed: a driver that shapes taps otherwise, a second resonance, or an echo"
      )
    }
    let motor = TapUnknown.motor.map {
      TapUnknown(path: $0.path, step: $0.step / 8, isRatio: $0.isRatio, range: $0.range)
    }
    let parts = [0..<FitPattern.repeats / 2, FitPattern.repeats / 2..<FitPattern.repeats].map { turns in
      let half = TapFit.search(recording, frequency, turns: turns)
      return half.refined(half.match(best.model, near: best.starts), motor)
    }
    let (first, second) = (parts[0].model, parts[1].model)
    // What a model leaves unexplained shifts its numbers, and so does a motor that is not quite linear. The factors
    // hold for the recordings of `make fit-check`.
    let doubt = excess(best).squareRoot()
    let bend = buzzes.exponent.map { min(0.3, abs($0.value - 2)) } ?? 0
    let drift = (hertz: abs(first.hertz - second.hertz), quality: abs(first.quality - second.quality))
    // The simpler drive's result counts as far as it explains the taps nearly as well.
    let rival = disturbance == nil ? simple : best
    let share = min(1, 4 * excess(best) / max(excess(rival), 1e-9))
    let other = (
      hertz: abs(rival.model.hertz - best.model.hertz), quality: abs(rival.model.quality - best.model.quality)
    )
    hertz = Estimate(
      value: best.model.hertz,
      range: best.model.hertz * (TapFit.finest.hertz + 0.6 * doubt + 0.1 * bend) + drift.hertz + share * other.hertz)
    quality = Estimate(
      value: best.model.quality,
      range: best.model.quality * (TapFit.finest.quality + 2.5 * doubt + bend) + drift.quality
        + share * other.quality)
    cycles = best.model.cycles
    explained = 1 - excess(best)
    self.disturbance = disturbance
    halves = parts.map(\.model)
  }

  /// What a reader of the result should know.
  var notes: [String] {
    var notes: [String] = []
    switch disturbance {
    case .highPass(let hertz):
      notes.append("a high-pass at \(fixed(hertz, 0)) Hz is left after the sensor's correction")
    case .echo(let seconds, let gain):
      notes.append(
        "an echo after \(fixed(1000 * seconds, 1)) ms, at \(fixed(decibels(abs(gain)), 0)) dB, is accounted for in the taps, but not in the levels of the continuous events"
      )
    case nil: break
    }
    let (first, second) = (halves[0], halves[1])
    if abs(first.hertz - second.hertz) > 0.02 * hertz.value || abs(first.quality - second.quality) > 0.1 * quality.value
    {
      notes.append(
        "the two halves of the recording disagree: \(fixed(first.hertz, 1)) Hz and Q \(fixed(first.quality, 2)), then \(fixed(second.hertz, 1)) Hz and Q \(fixed(second.quality, 2))"
      )
    }
    return notes
  }

  /// The last search steps as ratios: 0.003 octaves of resonance, 0.01 octaves of Q.
  private static let finest = (hertz: 0.003, quality: 0.01)

  private static func search(_ recording: FitRecording, _ frequency: [Double], turns: Range<Int>) -> TapSearch {
    TapSearch(frequency.indices.map { RecordedTap(recording, $0, turns: turns, hertz: frequency[$0]) })
  }

  /// The best model among drives of 1 to 4 cycles.
  private static func best(_ search: TapSearch) -> TapMatch {
    let rough = search.rough
    let found = stride(from: 1.0, through: 4, by: 0.5).map { cycles in
      rough.find(TapModel(hertz: 100, quality: 2, cycles: cycles))
    }.sorted { $0.unexplained < $1.unexplained }
    let refined = found.prefix(3).map { match -> TapMatch in
      let near = search.refined(search.match(match.model, near: match.starts), TapUnknown.motor, until: 1.0 / 8)
      // A tap may have been placed half a cycle off by the coarse model.
      let placed = search.placed(near.model)
      return search.refined(search.match(placed.model, near: placed.starts), TapUnknown.motor)
    }
    return refined.min { $0.unexplained < $1.unexplained } ?? found[0]
  }

  /// The best explanation with a sensor's high-pass or an echo.
  private static func disturbed(_ search: TapSearch, like simple: TapMatch) -> (TapMatch, Disturbance) {
    var best = (match: simple, cause: Disturbance.highPass(hertz: 0))
    best.match.unexplained = .infinity
    let rough = search.rough
    for hertz in [40.0, 120, 400] {
      var model = simple.model
      model.highPassHertz = hertz
      let found = rough.find(model)
      let match = search.refined(
        search.match(found.model, near: found.starts), TapUnknown.motor + [TapUnknown.highPass])
      if match.unexplained < best.match.unexplained { best = (match, .highPass(hertz: match.model.highPassHertz)) }
    }
    for seconds in [0.003, 0.005, 0.008, 0.012, 0.018, 0.027] {
      for gain in [-0.3, 0.3] {
        var model = simple.model
        (model.echoSeconds, model.echoGain) = (seconds, gain)
        let match = search.refined(
          search.match(model, near: simple.starts), TapUnknown.motor + TapUnknown.echo)
        if match.unexplained < best.match.unexplained {
          best = (match, .echo(seconds: match.model.echoSeconds, gain: match.model.echoGain))
        }
      }
    }
    return best
  }
}

private func percent(_ share: Double) -> String { "\(Int((100 * share).rounded())) %" }
