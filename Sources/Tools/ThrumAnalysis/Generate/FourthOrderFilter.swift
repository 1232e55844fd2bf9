import ThrumDevice

/// A Butterworth filter of the fourth order.
struct FourthOrderFilter {
  private var first: Biquad
  private var second: Biquad
  private var untilSettling = 0

  /// 1/Q of the two sections.
  private static let dampings = (1 / 0.5412, 1 / 1.3066)
  /// Samples after which a state that can no longer be heard becomes 0.
  private static let settling = 1_024

  /// - Parameter shape: a low- or high-pass.
  init(_ shape: Biquad.Shape, hertz: Double, sampleRate: SampleRate) {
    let hertz = min(hertz, 0.4 * sampleRate)
    let dampings = FourthOrderFilter.dampings
    first = Biquad(shape, hertz: hertz, sampleRate: sampleRate, damping: dampings.0)
    second = Biquad(shape, hertz: hertz, sampleRate: sampleRate, damping: dampings.1)
  }

  mutating func next(_ sample: Double) -> Double {
    untilSettling -= 1
    if untilSettling < 0 {
      first.settle()
      second.settle()
      untilSettling = FourthOrderFilter.settling
    }
    return second.next(first.next(sample))
  }
}
