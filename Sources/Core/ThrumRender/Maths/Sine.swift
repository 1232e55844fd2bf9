import ThrumDevice

// Uses the same formula as the sine in ThrumDevice.

/// Values of eight frames.
package typealias Lanes = SIMD8<Float>

/// sin(2πx) for phases in turns, |x| < 2^21. Absolute error below 6·10⁻⁷ (−124 dB).
@_noLocks @inline(__always)
func sineOfTurns(_ x: Lanes) -> Lanes {
  let roundingBias = Lanes(repeating: 12_582_912)  // 1.5·2²³: adding it drops the fraction
  let z = x - ((x + roundingBias) - roundingBias)
  let u = z * z
  // Estrin's scheme keeps dependency chains short.
  let square = u * u
  let low = Lanes(repeating: 25.132_735_1) + Lanes(repeating: -64.834_607_5) * u
  let high = Lanes(repeating: 67.037_847_1) + Lanes(repeating: -38.062_436_9) * u
  let p = low + square * (high + Lanes(repeating: 12.071_281_8) * square)
  return (z * (Lanes(repeating: 0.25) - u)) * p
}

/// Returns the fraction of a phase in turns, 0 ≤ x < 2⁵¹, without a branch.
@_noLocks @inline(__always)
func fractionOfTurns(_ x: Double) -> Double {
  let roundingBias = 6_755_399_441_055_744.0  // 1.5·2⁵²
  let nearest = (x + roundingBias) - roundingBias
  return x - (nearest > x ? nearest - 1 : nearest)
}
