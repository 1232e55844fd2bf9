import ThrumDevice
import ThrumPattern

struct TapFit {
  let hertz: Estimate
  let quality: Estimate
  let model: TapModel
  let explained: Double
  /// Sum of squared samples of one tap at each sharpness, at ``FitRecording/rate``.
  let energy: Double
  /// Models of the first and second halves of the repeats.
  private let halves: [TapModel]
  private let ring: BuzzRing?
  private let cause: TapCause?
  /// Set if the taps' shape is unknown, so that only their decay counts.
  let decay: FreeDecay?

  /// If the model explains less than this share of the energy, errors of 20 % or more occur. Without a known cause for
  /// what is left, a motor with one resonance leaves far less.
  private static let leastExplained = (withCause: 0.95, without: 0.98)
  /// Unexplained share above which brakes far from the resonance are tried.
  private static let brakesMatter = 0.002

  init(_ recording: FitRecording, _ buzzes: Buzzes) throws(FitError) {
    let all = TapFit.search(recording, buzzes, turns: 0..<FitPattern.repeats)
    energy = all.taps.reduce(0) { $0 + $1.energy }
    let noise = all.taps.reduce(0) { $0 + $1.noise } / max(energy, 1e-300)
    guard energy > 0, noise < 0.2 else {
      throw FitError(
        "the taps are buried in noise: turn noise suppression off, and record closer or in a quieter place")
    }
    func excess(_ match: TapMatch) -> Double { max(0, match.unexplained - noise) }
    let simple = TapFit.best(all)
    var best = all.refined(simple, TapUnknown.motor + TapUnknown.drive)
    if excess(best) > TapFit.brakesMatter {
      let braked = TapFit.braked(all)
      if braked.unexplained < best.unexplained { best = braked }
    }
    var rival = simple
    let plain = best
    let causes = TapCauses(all, noise: noise)
    if excess(best) > 0.003 {
      let disturbed = causes.disturbed(like: simple)
      if excess(disturbed) < TapCauses.share * excess(best) { (best, rival) = (disturbed, disturbed) }
    }
    let ring = BuzzRing(recording, buzzes, near: best.model.hertz)
    self.ring = ring
    let isExplained = 1 - excess(best) >= TapFit.leastExplained.without
    var decay = isExplained ? nil : FreeDecay(all.taps)
    let cause = decay == nil ? causes.found(in: plain, against: best) : nil
    if isExplained, cause?.isSecond == true { decay = FreeDecay(all.taps) }
    self.decay = decay
    model = decay == nil ? best.model : TapModel(hertz: decay?.hertz ?? 0, quality: decay?.quality ?? 0)
    if let decay {
      let own = [0..<FitPattern.repeats / 2, FitPattern.repeats / 2..<FitPattern.repeats].map { turns in
        FreeDecay(TapFit.search(recording, buzzes, turns: turns).taps, like: decay)
      }
      (hertz, quality) = decay.estimates(halves: own, ring: ring)
      (explained, self.cause, halves) = (decay.explained, nil, [])
      return
    }
    explained = 1 - excess(best)
    self.cause = cause
    if cause == nil { try TapFit.require(explained, least: TapFit.leastExplained.without) }
    halves = [0..<FitPattern.repeats / 2, FitPattern.repeats / 2..<FitPattern.repeats].map { turns in
      let half = TapFit.search(recording, buzzes, turns: turns)
      return half.refined(half.match(best.model, near: best.starts), TapUnknown.motor, from: 1.0 / 8).model
    }
    // The uncertainty grows with the residual, with the motor's nonlinearity, and with how well a simpler drive
    // explains the taps. The factors were tuned on the recordings of `make fit-check`.
    let rest = excess(best).squareRoot()
    let bend = buzzes.exponent.map { min(0.3, abs($0.value - 2)) } ?? 0
    let rivalry = min(1, 4 * excess(best) / max(excess(rival), 1e-9))
    let (first, second) = (halves[0], halves[1])
    func estimate(_ path: KeyPath<TapModel, Double>, ring: Double?, doubt: Double) -> Estimate {
      let value = best.model[keyPath: path]
      let drift = abs(first[keyPath: path] - second[keyPath: path])
      let own = value * doubt + drift + rivalry * abs(rival.model[keyPath: path] - value)
      return Estimate(value: value, range: max(own, ring.map { abs($0 - value) } ?? 0))
    }
    // The search resolves resonance to 0.002 octaves and Q to 0.005. A resonance outside the taps' band is less
    // certain: 0.9 % for `shaker-40`.
    let own = estimate(\.hertz, ring: ring?.hertz, doubt: 0.008 + 0.6 * rest + 0.1 * bend)
    let ownQuality = estimate(\.quality, ring: ring?.quality, doubt: 0.03 + 2.5 * rest + bend)
    if let problem = cause?.problem(own, ownQuality, explained: explained) { throw FitError(problem) }
    try TapFit.require(explained, least: TapFit.leastExplained.withCause)
    (hertz, quality) = (cause?.widened(own, \.hertz) ?? own, cause?.widened(ownQuality, \.quality) ?? ownQuality)
  }

  private static func require(_ explained: Double, least: Double) throws(FitError) {
    guard explained >= least else {
      let shown = Contrast(100 * explained, 100 * least, decimals: 0)
      throw FitError(
        "the model explains only \(shown.first) % of the taps, but \(shown.second) % is needed, and they do not end in one free decay: there is a second resonance or an echo, or the driver is active too long"
      )
    }
  }

  /// A filter that the sensor seems to have.
  var filter: (name: String, hertz: Double, response: SensorResponse)? {
    let (high, low) = (model.highPassHertz.rounded(), model.lowPassHertz.rounded())
    if high > 0, let response = try? SensorResponse(highPassHertz: high) { return ("high-pass", high, response) }
    if low > 0, let response = try? SensorResponse(lowPassHertz: low) { return ("low-pass", low, response) }
    return nil
  }

  var notes: [String] {
    var notes: [String] = []
    if let cause { notes.append(cause.note) }
    if let decay { notes.append(decay.note) }
    if model.highPassHertz > 0 {
      notes.append("a high-pass at \(fixed(model.highPassHertz, 0)) Hz remains after the correction for the sensor")
    }
    if model.lowPassHertz > 0 {
      notes.append("a low-pass at \(fixed(model.lowPassHertz, 0)) Hz remains after the correction for the sensor")
    }
    if model.echoGain != 0 {
      notes.append(
        "an echo after \(fixed(1000 * model.echoSeconds, 1)) ms, at \(fixed(decibels(abs(model.echoGain)), 0)) dB, is accounted for in the taps, but not in the levels of the continuous events"
      )
    }
    if let ring,
      abs(ring.hertz - hertz.value) > 0.03 * hertz.value || abs(ring.quality - quality.value) > 0.15 * quality.value
    {
      notes.append(
        "transients and continuous events disagree: after the latter, the motor rings at \(fixed(ring.hertz, 1)) Hz with Q \(fixed(ring.quality, 2)); the ± ranges cover both"
      )
    }
    guard decay == nil else { return notes }
    let (first, second) = (halves[0], halves[1])
    if abs(first.hertz - second.hertz) > 0.02 * hertz.value || abs(first.quality - second.quality) > 0.1 * quality.value
    {
      notes.append(
        "the two halves of the recording disagree: \(fixed(first.hertz, 1)) Hz and Q \(fixed(first.quality, 2)), then \(fixed(second.hertz, 1)) Hz and Q \(fixed(second.quality, 2))"
      )
    }
    return notes
  }

  private static func search(_ recording: FitRecording, _ buzzes: Buzzes, turns: Range<Int>) -> TapSearch {
    TapSearch(
      FitPattern.tapSharpnesses.enumerated().map { place, sharpness in
        RecordedTap(recording, place, turns: turns, hertz: buzzes.hertz(sharpness: sharpness))
      })
  }

  /// The best match of drivers that brake for another motor than the recorded one.
  private static func braked(_ search: TapSearch) -> TapMatch {
    let rough = search.rough
    let found = [1.0, 1.5, 2].flatMap { cycles in
      [0.55, 0.75, 1.35, 1.8].map { ratio -> TapMatch in
        let start = rough.find(TapModel(hertz: 100, quality: 2, cycles: cycles, brakeRatio: ratio))
        return rough.refined(start, TapUnknown.motor + TapUnknown.drive, until: 1.0 / 8)
      }
    }.sorted { $0.unexplained < $1.unexplained }
    let near = found.prefix(2).map { match in
      search.refined(search.match(match.model, near: match.starts), TapUnknown.motor + TapUnknown.drive, from: 0.5)
    }
    return near.min { $0.unexplained < $1.unexplained } ?? found[0]
  }

  private static func best(_ search: TapSearch) -> TapMatch {
    let rough = search.rough
    let found = stride(from: 1.0, through: 4, by: 0.5).map { cycles in
      rough.find(TapModel(hertz: 100, quality: 2, cycles: cycles))
    }.sorted { $0.unexplained < $1.unexplained }
    let refined = found.prefix(3).map { match -> TapMatch in
      let near = search.refined(search.match(match.model, near: match.starts), TapUnknown.motor, until: 1.0 / 8)
      let placed = search.placed(near.model)
      return search.refined(search.match(placed.model, near: placed.starts), TapUnknown.motor)
    }
    return refined.min { $0.unexplained < $1.unexplained } ?? found[0]
  }
}
