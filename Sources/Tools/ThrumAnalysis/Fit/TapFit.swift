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

  /// If the model explains less than this share of the energy, errors of 20 % or more occur. Without a known cause for
  /// what is left, a motor with one resonance leaves far less.
  private static let leastExplained = (withCause: 0.95, without: 0.98)

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
    var rival = simple
    let plain = best
    let causes = TapCauses(all, noise: noise)
    if excess(best) > 0.003 {
      let disturbed = causes.disturbed(like: simple)
      if excess(disturbed) < TapCauses.share * excess(best) { (best, rival) = (disturbed, disturbed) }
    }
    explained = 1 - excess(best)
    cause = causes.found(in: plain, against: best)
    if cause == nil { try TapFit.require(explained, least: TapFit.leastExplained.without) }
    model = best.model
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
    let ring = BuzzRing(recording, buzzes, near: best.model.hertz)
    self.ring = ring
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
      throw FitError(
        "the model explains only \(fixed(100 * explained, 0)) % of the taps, but \(fixed(100 * least, 0)) % is needed: the driver shapes taps in another way, or there is a second resonance or an echo"
      )
    }
  }

  var notes: [String] {
    var notes: [String] = []
    if let cause { notes.append(cause.note) }
    if model.highPassHertz > 0 {
      notes.append("a high-pass at \(fixed(model.highPassHertz, 0)) Hz remains after the correction for the sensor")
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

/// A tap of the ``FitPattern``, averaged over its repeats.
struct RecordedTap {
  let samples: [Double]
  /// Frequency of a continuous event at the same sharpness.
  let hertz: Double
  let energy: Double
  /// Noise energy left in the average.
  let noise: Double
  /// Delays of the other repeats relative to the first, s.
  let delays: [Double]

  /// Recorded time before a tap, s.
  private static let lead = 0.01
  /// Recorded time after a tap's start, s.
  private static let length = 0.1
  /// Largest delay between repeats, frames.
  private static let reach = 160

  /// - Parameter place: index in ``FitPattern/tapSharpnesses``.
  init(_ recording: FitRecording, _ place: Int, turns: Range<Int>, hertz: Double) {
    let rate = FitRecording.rate
    let repeats = turns.map { turn in
      recording.part(
        from: FitPattern.taps[turn * FitPattern.tapSharpnesses.count + place].start - RecordedTap.lead,
        seconds: RecordedTap.lead + RecordedTap.length)
    }
    let first = repeats.first ?? []
    let lags = repeats.map { $0 == first ? 0 : RecordedTap.lag(of: $0, against: first) }
    let aligned = zip(repeats, lags).map { part, lag in
      part.indices.map { RecordedTap.value(part, at: Double($0) + lag) }
    }
    let count = Double(max(1, aligned.count))
    let mean = first.indices.map { index in aligned.reduce(0) { $0 + $1[index] } / count }
    samples = mean
    self.hertz = hertz
    energy = mean.reduce(0) { $0 + $1 * $1 }
    let differences = aligned.reduce(0.0) { sum, part in
      zip(part, mean).reduce(sum) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    noise = count > 1 ? differences / (count - 1) / count : 0
    delays = lags.map { $0 / rate }
  }

  var rough: RecordedTap { RecordedTap(halving: self) }

  private init(halving tap: RecordedTap) {
    let whole = tap.samples
    samples = (0..<whole.count * 3 / 11).map { (index: Int) -> Double in
      (whole[2 * index] + whole[2 * index + 1]) / 2
    }
    hertz = tap.hertz
    energy = samples.reduce(0) { $0 + $1 * $1 }
    noise = tap.noise / 2
    delays = tap.delays
  }

  /// Returns the delay of the strongest correlation, interpolated between frames.
  private static func lag(of part: [Double], against first: [Double]) -> Double {
    let products = (-reach...reach).map { lag in
      first.indices.reduce(0.0) { sum, index in
        part.indices.contains(index + lag) ? sum + first[index] * part[index + lag] : sum
      }
    }
    guard let best = products.indices.max(by: { products[$0] < products[$1] }) else { return 0 }
    let whole = Double(best - reach)
    guard best > 0, best + 1 < products.count else { return whole }
    let bend = products[best - 1] - 2 * products[best] + products[best + 1]
    return bend == 0 ? whole : whole + (products[best - 1] - products[best + 1]) / (2 * bend)
  }

  /// Evaluates a cubic through four frames (Catmull and Rom, 1974). Samples outside the range count as zero.
  private static func value(_ samples: [Double], at place: Double) -> Double {
    let whole = Int(saturating: place.rounded(.down))
    let share = place - Double(whole)
    func at(_ index: Int) -> Double { samples.indices.contains(index) ? samples[index] : 0 }
    let (a, b, c, d) = (at(whole - 1), at(whole), at(whole + 1), at(whole + 2))
    return b + 0.5 * share * (c - a + share * (2 * a - 5 * b + 4 * c - d + share * (3 * (b - c) + d - a)))
  }
}
