import ThrumDevice
import ThrumPattern

/// Resonance and Q from how taps ring after the driver has stopped, whatever shape it gives them.
///
/// From some time on, each tap is a decaying sine of the same frequency and Q. That time is where ignoring more samples
/// costs more than the misfit that they add.
struct FreeDecay {
  let hertz: Double
  let quality: Double
  /// Share of the ringing's energy that one decaying sine explains, not counting noise.
  let explained: Double
  /// Time from a tap's onset until it rings freely, s: the longest of all taps.
  let settled: Double
  /// How far resonance and Q change if more of the taps is ignored, and twice their standard errors in noise.
  private let doubt: (hertz: Double, quality: Double)

  /// The longest time until a tap rings freely, s. A motor that rings longer than this could be hidden by a housing
  /// that rings on.
  private static let longest = 0.016
  /// Length of the ringing that is compared, s.
  private static let length = 0.06
  /// Time that is ignored for the comparison, s.
  private static let later = 0.002
  /// Noise that no recording falls below, relative to a tap's peak: what the model leaves out.
  fileprivate static let floor = 0.003
  /// Cost of ignoring a sample, as misfit relative to the noise.
  fileprivate static let ignoring = 3.0
  /// Largest misfit relative to the noise, and smallest share of the taps' energy that must ring.
  private static let (misfit, share) = (2.0, 0.01)
  /// Largest doubt, as a share.
  private static let most = (hertz: 0.06, quality: 0.3)
  private static let hertzRange = 25.0...450, qualityRange = 0.7...60

  /// Returns `nil` if the taps do not ring like one resonance.
  init?(_ taps: [RecordedTap]) {
    let rings = taps.compactMap { Ring($0, longest: FreeDecay.longest, length: FreeDecay.length) }
    guard rings.count == taps.count, let found = FreeDecay.search(rings) else { return nil }
    let fits = rings.map { $0.fit(found) }
    let later = zip(rings, fits).map { $0.0.ignoring($0.1.ignored + Int(FreeDecay.later * FitRecording.rate)) }
    let moved = FreeDecay.refined(found, later)
    let energy = rings.reduce(0) { $0 + $1.energy }
    let ringing = fits.reduce(0) { $0 + $1.energy }
    let left = fits.reduce(0) { $0 + $1.left }
    let expected = fits.reduce(0) { $0 + $1.noise }
    let error = FreeDecay.error(found, rings)
    (hertz, quality) = (found.hertz, found.quality)
    explained = ringing > 0 ? min(1, 1 - max(0, left - expected) / ringing) : 0
    settled = Double(fits.map(\.ignored).max() ?? 0) / FitRecording.rate
    doubt = (abs(moved.hertz - hertz) + error.hertz, abs(moved.quality - quality) + error.quality)
    guard left < FreeDecay.misfit * expected, ringing > FreeDecay.share * energy,
      settled < FreeDecay.longest - 1 / FitRecording.rate, doubt.hertz < FreeDecay.most.hertz * hertz,
      doubt.quality < FreeDecay.most.quality * quality
    else { return nil }
  }

  /// The decay of other repeats of the taps.
  init(_ taps: [RecordedTap], like other: FreeDecay) {
    let rings = taps.compactMap { Ring($0, longest: FreeDecay.longest, length: FreeDecay.length) }
    let found = FreeDecay.refined(Tone(hertz: other.hertz, quality: other.quality), rings)
    (hertz, quality, explained, settled, doubt) = (found.hertz, found.quality, 1, other.settled, other.doubt)
  }

  /// - Parameter halves: the decays in each half of the recording.
  func estimates(halves: [FreeDecay], ring: BuzzRing?) -> (hertz: Estimate, quality: Estimate) {
    func range(_ values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }
    let own = 0.01 * hertz + doubt.hertz + range(halves.map(\.hertz))
    let ownQuality = 0.05 * quality + doubt.quality + range(halves.map(\.quality))
    return (
      Estimate(value: hertz, range: max(own, ring.map { abs($0.hertz - hertz) } ?? 0)),
      Estimate(value: quality, range: max(ownQuality, ring.map { abs($0.quality - quality) } ?? 0))
    )
  }

  var note: String {
    "the taps are no sine with brakes: resonance and Q are from their free decay, \(fixed(1000 * settled, 1)) ms after their start"
  }

  // MARK: Search

  struct Tone {
    var hertz: Double
    var quality: Double
  }

  private static func cost(_ tone: Tone, _ rings: [Ring]) -> Double {
    rings.reduce(0) { $0 + $1.fit(tone).cost }
  }

  private static func search(_ rings: [Ring]) -> Tone? {
    var best: (cost: Double, tone: Tone)?
    for octave in stride(
      from: logarithmBase2(hertzRange.lowerBound), through: logarithmBase2(hertzRange.upperBound), by: 0.05)
    {
      for quality in stride(from: 0.0, through: 6, by: 0.5).map({ exponentialBase2($0) * qualityRange.lowerBound }) {
        let tone = Tone(hertz: exponentialBase2(octave), quality: quality)
        let cost = cost(tone, rings)
        if cost < best?.cost ?? .infinity { best = (cost, tone) }
      }
    }
    return best.map { refined($0.tone, rings) }
  }

  private static func refined(_ first: Tone, _ rings: [Ring]) -> Tone {
    var (best, least) = (first, cost(first, rings))
    var scale = 1.0
    while scale > 1.0 / 256 {
      var isBetter = false
      for (hertz, quality) in [(0.03, 0.0), (-0.03, 0), (0, 0.3), (0, -0.3)] {
        let next = Tone(
          hertz: hertzRange.clamped(best.hertz * exponentialBase2(scale * hertz)),
          quality: qualityRange.clamped(best.quality * exponentialBase2(scale * quality)))
        let cost = cost(next, rings)
        if cost < least { (best, least, isBetter) = (next, cost, true) }
      }
      if !isBetter { scale /= 2 }
    }
    return best
  }

  /// Twice the standard errors, from the curvature of the misfit (half of −2 log likelihood).
  private static func error(_ tone: Tone, _ rings: [Ring]) -> (hertz: Double, quality: Double) {
    let ignored = rings.map { $0.fit(tone).ignored }
    func misfit(_ hertz: Double, _ quality: Double) -> Double {
      let moved = Tone(hertz: tone.hertz * (1 + hertz), quality: tone.quality * (1 + quality))
      return zip(rings, ignored).reduce(0) { $0 + $1.0.misfit(moved, from: $1.1) }
    }
    let (a, b) = (0.005, 0.03)
    let middle = misfit(0, 0)
    let ff = (misfit(a, 0) + misfit(-a, 0) - 2 * middle) / (a * a)
    let qq = (misfit(0, b) + misfit(0, -b) - 2 * middle) / (b * b)
    let fq = (misfit(a, b) + misfit(-a, -b) - misfit(a, -b) - misfit(-a, b)) / (4 * a * b)
    let determinant = ff * qq - fq * fq
    guard ff > 0, qq > 0, determinant > 0 else { return (.infinity, .infinity) }
    // The covariance is twice the inverse of the second derivatives.
    return (
      2 * tone.hertz * (2 * qq / determinant).squareRoot(), 2 * tone.quality * (2 * ff / determinant).squareRoot()
    )
  }
}

/// A tap from its onset on.
private struct Ring {
  struct Fit {
    /// Frames ignored after the onset.
    let ignored: Int
    /// Misfit relative to the noise, plus the cost of what is ignored.
    let cost: Double
    /// Energies from there on: unexplained, of the recording, and of noise.
    let left: Double
    let energy: Double
    let noise: Double
  }

  private let samples: ArraySlice<Double>
  private let variance: Double
  private let longest: Int
  private var least = 0
  /// Of the whole tap.
  let energy: Double

  init?(_ tap: RecordedTap, longest: Double, length: Double) {
    let peak = tap.samples.map(abs).max() ?? 0
    let noise = tap.noise / Double(max(1, tap.samples.count))
    let level = max(4 * noise.squareRoot(), 0.05 * peak)
    guard peak > 0, let onset = tap.samples.firstIndex(where: { abs($0) > level }) else { return nil }
    samples = tap.samples[onset..<min(tap.samples.count, onset + Int(length * FitRecording.rate))]
    variance = max(noise, FreeDecay.floor * FreeDecay.floor * peak * peak)
    self.longest = Int(longest * FitRecording.rate)
    energy = tap.energy
    guard samples.count > 2 * self.longest else { return nil }
  }

  /// The ring with at least some frames ignored.
  func ignoring(_ least: Int) -> Ring {
    var ring = self
    ring.least = least
    return ring
  }

  func misfit(_ tone: FreeDecay.Tone, from ignored: Int) -> Double {
    var misfit = 0.0
    each(tone) { place, left, _ in if place == ignored { misfit = left / variance } }
    return misfit
  }

  func fit(_ tone: FreeDecay.Tone) -> Fit {
    var best = Fit(ignored: 0, cost: .infinity, left: 0, energy: 0, noise: 0)
    each(tone) { place, left, energy in
      guard place >= least, place <= max(longest, least) else { return }
      let cost = left / variance + FreeDecay.ignoring * Double(place)
      guard cost < best.cost else { return }
      best = Fit(
        ignored: place, cost: cost, left: left, energy: energy, noise: variance * Double(samples.count - place))
    }
    return best
  }

  /// Fits the tone to the samples from each place on, in one pass from the end.
  private func each(_ tone: FreeDecay.Tone, _ body: (_ place: Int, _ left: Double, _ energy: Double) -> Void) {
    let omega = 2 * .pi * tone.hertz
    let decay = omega / (2 * tone.quality)
    let turns = tone.hertz * max(0, 1 - 1 / (4 * tone.quality * tone.quality)).squareRoot() / FitRecording.rate
    // Backwards in time, the tone grows; relative to its last value it must not overflow.
    let grow = exponential(decay / FitRecording.rate)
    let (turnCosine, turnSine) = (sineOfTurns(turns + 0.25), sineOfTurns(turns))
    var (c, s) = (1.0, 0.0)
    var (cc, cs, ss, xc, xs, xx) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for place in stride(from: samples.count - 1, through: 0, by: -1) {
      let x = samples[samples.startIndex + place]
      (cc, cs, ss) = (cc + c * c, cs + c * s, ss + s * s)
      (xc, xs, xx) = (xc + x * c, xs + x * s, xx + x * x)
      if place <= max(longest, least) {
        let determinant = cc * ss - cs * cs
        let explained =
          determinant > 1e-12 * cc * ss
          ? (xc * xc * ss - 2 * xc * xs * cs + xs * xs * cc) / determinant : xc * xc / max(cc, 1e-300)
        body(place, max(0, xx - explained), xx)
      }
      (c, s) = (grow * (c * turnCosine - s * turnSine), grow * (c * turnSine + s * turnCosine))
    }
  }
}

extension ClosedRange<Double> {
  fileprivate func clamped(_ value: Double) -> Double { Swift.min(upperBound, Swift.max(lowerBound, value)) }
}
