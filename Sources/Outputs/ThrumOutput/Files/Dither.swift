/// Triangular noise of ±1 LSB, which makes rounding errors independent of the signal (Lipshitz, Wannamaker and
/// Vanderkooy, JAES 40, 1992). Identical in every run.
struct Dither {
  private var state: UInt64 = 0x5448_5255_4D31

  /// Returns the difference of two uniform random numbers, −1…1 (SplitMix64).
  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return (Double(bits >> 32) - Double(bits & 0xFFFF_FFFF)) * 2.328_306_436_538_696_3e-10
  }
}
