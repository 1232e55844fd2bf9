/// Amplitude as a function of intensity: quadratic, as on phones, or linear.
package struct IntensityLaw: BitwiseCopyable, Equatable, Sendable {
  /// Coefficients of (square · I + linear) · I.
  package let square: Double, linear: Double

  package init(squares: Bool) { (square, linear) = squares ? (1, 0) : (0, 1) }

  package static let phone = IntensityLaw(squares: true)

  package func amplitude(_ intensity: Double) -> Double { (square * intensity + linear) * intensity }

  /// The amplitude must not be negative.
  package func intensity(amplitude: Double) -> Double { square == 1 ? amplitude.squareRoot() : amplitude }
}
