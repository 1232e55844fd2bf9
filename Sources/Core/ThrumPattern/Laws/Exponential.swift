/// 2^x without libm, saturating for |x| > 1000. Relative error below 4·10⁻¹⁶.
@_noLocks
package func exponentialBase2(_ x: Double) -> Double {
  guard x == x else { return x }
  let clamped = x < -1000 ? -1000 : (x > 1000 ? 1000 : x)
  let roundingBias = 6_755_399_441_055_744.0
  let whole = (clamped + roundingBias) - roundingBias
  let r = clamped - whole
  var p = 2.573_356_830_875_689e-11
  p = p * r + 4.456_675_341_049_206e-10
  p = p * r + 7.054_894_386_348_348e-9
  p = p * r + 1.017_805_119_296_064_9e-7
  p = p * r + 1.321_548_681_599_997_7e-6
  p = p * r + 1.525_273_385_629_346_6e-5
  p = p * r + 1.540_353_039_336_275_5e-4
  p = p * r + 1.333_355_814_639_035_3e-3
  p = p * r + 9.618_129_107_628_483e-3
  p = p * r + 5.550_410_866_482_17e-2
  p = p * r + 2.402_265_069_591_007e-1
  p = p * r + 6.931_471_805_599_453e-1
  p = p * r + 1
  return p * Double(bitPattern: UInt64(Int64(whole) + 1023) << 52)
}

/// log₂ x for x > 0. Absolute error below 10⁻¹⁵ or one unit in the last place. Not for use while rendering.
package func logarithmBase2(_ x: Double) -> Double {
  guard x > 0, x.isFinite else { return x > 0 ? x : -.infinity }
  var mantissa = x.significand
  var exponent = Double(x.exponent)
  if mantissa > 1.414_213_562_373_095 {
    mantissa /= 2
    exponent += 1
  }
  // ln m = 2 artanh((m − 1)/(m + 1)); |t| ≤ 0.172, so 12 terms suffice.
  let t = (mantissa - 1) / (mantissa + 1)
  let square = t * t
  var sum = 0.0
  for k in stride(from: 23.0, through: 1, by: -2) { sum = sum * square + 1 / k }
  return exponent + 2 * t * sum * 1.442_695_040_888_963_4
}

/// e^x.
@_noLocks
package func exponential(_ x: Double) -> Double { exponentialBase2(x * 1.442_695_040_888_963_4) }

/// 10^(dB/20).
@_noLocks
package func gain(decibels: Double) -> Double { exponentialBase2(decibels * 0.166_096_404_744_368_1) }

/// 20·log₁₀(gain); −∞ for 0.
package func decibels(_ gain: Double) -> Double { logarithmBase2(gain) * 6.020_599_913_279_624 }
