import ThrumDevice
import ThrumEngine
import ThrumPattern

/// Resonance and Q, fitted by comparing modelled taps with recorded ones.
///
/// Gain and timing are free; level and shape across sharpness are not.
struct TapFit {
  let hertz: Double
  let quality: Double
  /// Recorded amplitude per modelled g.
  let gain: Double
  /// Share of the taps' energy that the model explains, 0…1.
  let explained: Double

  /// Length to compare, s, and maximum lag, frames.
  private static let window = 0.1
  private static let mostLag = 64

  /// The last search steps as ratios: 0.004 octaves of resonance, 0.02 octaves of Q.
  static let finest = (hertz: 0.003, quality: 0.014)

  private struct Guess {
    var hertz: Double
    var quality: Double
    var match = (gain: 0.0, explained: -1.0)
  }

  /// Searches the whole range, with one recorded tap for each sharpness in the pattern.
  init(_ taps: [[Double]], _ map: SharpnessMap) {
    var best = Guess(hertz: 100, quality: 2)
    for hertz in stride(from: 5.0, through: 8.4, by: 0.2).map(exponentialBase2) {
      for quality in [0.9, 1.8, 4.5, 12] {
        let guess = TapFit.matched(Guess(hertz: hertz, quality: quality), taps, map)
        if guess.match.explained > best.match.explained { best = guess }
      }
    }
    self.init(taps, map, near: best, reach: (0.1, 0.35))
  }

  /// Searches near an earlier fit, using other taps.
  init(_ taps: [[Double]], _ map: SharpnessMap, near fit: TapFit) {
    let guess = TapFit.matched(Guess(hertz: fit.hertz, quality: fit.quality), taps, map)
    self.init(taps, map, near: guess, reach: (0.008, 0.04))
  }

  /// Steps to the best neighbour, in octaves, or else halves the steps (Hooke and Jeeves, 1961).
  private init(_ taps: [[Double]], _ map: SharpnessMap, near first: Guess, reach: (hertz: Double, quality: Double)) {
    var best = first
    var steps = reach
    while steps.hertz > 0.002 {
      let before = best
      for (octaves, turns) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)] {
        let guess = TapFit.matched(
          Guess(
            hertz: before.hertz * exponentialBase2(octaves * steps.hertz),
            quality: before.quality * exponentialBase2(turns * steps.quality)), taps, map)
        if guess.match.explained > best.match.explained { best = guess }
      }
      if best.match.explained <= before.match.explained { steps = (steps.hertz / 2, steps.quality / 2) }
    }
    hertz = best.hertz
    quality = best.quality
    gain = best.match.gain
    explained = best.match.explained
  }

  static func taps(of recording: FitRecording, turn: Int) -> [[Double]] {
    let count = FitPattern.tapSharpnesses.count
    return FitPattern.taps[turn * count..<(turn + 1) * count].map {
      recording.part(
        from: $0.start - Double(mostLag) / FitRecording.rate, seconds: window + 2 * Double(mostLag) / FitRecording.rate)
    }
  }

  /// The phone's actuator with another resonance and Q.
  static func actuator(hertz: Double, quality: Double) -> ResonantActuator {
    guard case .resonant(let phone) = ActuatorPreset.phone.model else { preconditionFailure("the phone is resonant") }
    var actuator = phone
    actuator.resonanceHertz = hertz
    actuator.quality = quality
    // Keep the coil's share of the damping.
    actuator.forceFactor =
      phone.forceFactor * ((hertz / quality) / (phone.resonanceHertz / phone.quality)).squareRoot()
    return actuator
  }

  private static func matched(_ guess: Guess, _ taps: [[Double]], _ map: SharpnessMap) -> Guess {
    var settings = RenderSettings()
    settings.actuator = ActuatorPreset(
      name: "", summary: "", model: .resonant(actuator(hertz: guess.hertz, quality: guess.quality)))
    settings.sharpness = map
    settings.sampleRate = FitRecording.rate
    guard settings.problem == nil else { return guess }
    let models = modelled(settings)
    var (product, opposite, modelEnergy, tapEnergy) = (0.0, 0.0, 0.0, 0.0)
    for (model, tap) in zip(models, taps) {
      let both = correlation(model, tap)
      product += both.most
      opposite += both.least
      modelEnergy += model.reduce(0) { $0 + $1 * $1 }
      tapEnergy += tap.reduce(0) { $0 + $1 * $1 }
    }
    guard modelEnergy > 0, tapEnergy > 0 else { return guess }
    // The recording may have inverted polarity.
    let most = max(product, -opposite)
    var result = guess
    result.match = (most / modelEnergy, most > 0 ? most * most / (modelEnergy * tapEnergy) : 0)
    return result
  }

  private static func modelled(_ settings: RenderSettings) -> [[Double]] {
    let entries = FitPattern.taps.prefix(FitPattern.tapSharpnesses.count).enumerated().map { index, step in
      PatternEntry.event(FitPattern.event(step, at: 2 * window * Double(index)))
    }
    let seconds = 2 * window * Double(entries.count)
    var renderer = OfflineRenderer(
      [Pattern(entries: entries)], settings: settings, signal: .acceleration, lengthSeconds: seconds)
    var samples: [Double] = []
    var isOver = false
    while !isOver { isOver = !renderer.renderNext { samples.append(contentsOf: $0.lazy.map(Double.init)) } }
    let frames = Int(window * settings.sampleRate)
    return entries.indices.map { Array(samples[2 * frames * $0..<min(samples.count, 2 * frames * $0 + frames)]) }
  }

  /// The maximum and minimum correlation over all lags, interpolated between frames.
  private static func correlation(_ model: [Double], _ tap: [Double]) -> (most: Double, least: Double) {
    let lags = tap.count - model.count + 1
    let products = (0..<max(1, lags)).map { lag in
      zip(model, tap[lag...]).reduce(0) { $0 + $1.0 * $1.1 }
    }
    func peak(_ sign: Double) -> Double {
      guard let index = products.indices.max(by: { sign * products[$0] < sign * products[$1] }) else { return 0 }
      guard index > 0, index + 1 < products.count else { return products[index] }
      let (left, middle, right) = (products[index - 1], products[index], products[index + 1])
      let bend = left - 2 * middle + right
      return bend == 0 ? middle : middle - (left - right) * (left - right) / (8 * bend)
    }
    return (peak(1), peak(-1))
  }
}
