import ThrumDevice
import ThrumPattern
import ThrumRender

/// A filter of second order (Bristow-Johnson, "Cookbook formulae for audio equalizer biquad filter coefficients").
///
/// - Thread: one at a time.
struct Biquad {
  private let b: (Double, Double, Double)
  private let a: (Double, Double)
  private var state = (0.0, 0.0)

  private init(b: (Double, Double, Double), a: (Double, Double, Double)) {
    self.b = (b.0 / a.0, b.1 / a.0, b.2 / a.0)
    self.a = (a.1 / a.0, a.2 / a.0)
  }

  /// Butterworth, −3 dB at `hertz`.
  init(lowPass hertz: Double, sampleRate: SampleRate) {
    let (cosine, alpha) = Biquad.place(hertz, sampleRate)
    self.init(b: ((1 - cosine) / 2, 1 - cosine, (1 - cosine) / 2), a: (1 + alpha, -2 * cosine, 1 - alpha))
  }

  /// Butterworth, −3 dB at `hertz`.
  init(highPass hertz: Double, sampleRate: SampleRate) {
    let (cosine, alpha) = Biquad.place(hertz, sampleRate)
    self.init(b: ((1 + cosine) / 2, -(1 + cosine), (1 + cosine) / 2), a: (1 + alpha, -2 * cosine, 1 - alpha))
  }

  /// Raises what is below `hertz` by `decibels`.
  init(lowShelf hertz: Double, decibels: Double, sampleRate: SampleRate) {
    let (cosine, alpha) = Biquad.place(hertz, sampleRate)
    let lift = gain(decibels: decibels / 2)
    let root = 2 * lift.squareRoot() * alpha
    self.init(
      b: (
        lift * (lift + 1 - (lift - 1) * cosine + root), 2 * lift * (lift - 1 - (lift + 1) * cosine),
        lift * (lift + 1 - (lift - 1) * cosine - root)
      ),
      a: (
        lift + 1 + (lift - 1) * cosine + root, -2 * (lift - 1 + (lift + 1) * cosine),
        lift + 1 + (lift - 1) * cosine - root
      ))
  }

  private static func place(_ hertz: Double, _ sampleRate: SampleRate) -> (cosine: Double, alpha: Double) {
    let turns = min(0.49, hertz / sampleRate)
    return (sineOfTurns(turns + 0.25), sineOfTurns(turns) / 2 * 2.0.squareRoot())
  }

  /// The next sample (transposed direct form II).
  mutating func next(_ x: Double) -> Double {
    let y = b.0 * x + state.0
    state.0 = b.1 * x - a.0 * y + state.1
    state.1 = b.2 * x - a.1 * y
    return y
  }
}
