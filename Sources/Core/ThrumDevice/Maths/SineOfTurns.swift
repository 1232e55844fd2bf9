// sin(2πx) = z·(¼ − z²)·P(z²), where z = x − nearest integer to x. The factors vanish at 0 and ±½, which leaves a
// smooth P: a Chebyshev fit on [0, ¼]. Without libm, results are identical on every machine.

/// Returns the sine of a phase in turns, |x| < 2^51. Absolute error below 10⁻¹⁵.
@_noLocks @inlinable
package func sineOfTurns(_ x: Double) -> Double {
  let roundingBias = 6_755_399_441_055_744.0  // 1.5·2⁵²
  let z = x - ((x + roundingBias) - roundingBias)
  let u = z * z
  var p = 0.000_079_269_030_975_840_68
  p = p * u - 0.001_104_813_967_890_447_5
  p = p * u + 0.011_752_811_687_814_392
  p = p * u - 0.101_290_287_487_133_91
  p = p * u + 0.692_799_613_083_704_5
  p = p * u - 3.646_752_667_924_900_6
  p = p * u + 14.182_954_408_783_237
  p = p * u - 38.512_955_342_649_367
  p = p * u + 67.077_620_917_397_49
  p = p * u - 64.835_844_046_725_657
  p = p * u + 25.132_741_228_718_346
  return z * (0.25 - u) * p
}
