import ThrumDevice
import ThrumPattern

/// ``IntensityLaw`` for the render thread, without calls into another module.
struct StrengthPolynomial: BitwiseCopyable {
  private let square: Float, linear: Float

  init(_ law: IntensityLaw) { (square, linear) = (Float(law.square), Float(law.linear)) }

  @_noLocks @inline(__always)
  func amplitude(_ intensity: Float) -> Float { (square * intensity + linear) * intensity }

  @_noLocks @inline(__always)
  func amplitude(_ intensity: Lanes) -> Lanes {
    (Lanes(repeating: square) * intensity + Lanes(repeating: linear)) * intensity
  }

  /// Returns the coefficients of 1, t and t² for an intensity that is linear in t.
  @_noLocks @inline(__always)
  func amplitude(begin: Float, step: Float) -> (Float, Float, Float) {
    ((square * begin + linear) * begin, (square * (2 * begin) + linear) * step, square * (step * step))
  }
}
