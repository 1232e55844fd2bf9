/// Amplitude as a function of intensity: its square, as on phones, or the intensity itself.
package struct IntensityLaw: BitwiseCopyable, Equatable, Sendable {
  /// Coefficients of the amplitude (square · I + linear) · I; one is 1, the other 0.
  package let square: Double, linear: Double

  package init(squares: Bool) { (square, linear) = squares ? (1, 0) : (0, 1) }

  /// A phone's law: amplitude is intensity squared.
  package static let phone = IntensityLaw(squares: true)

  package func amplitude(_ intensity: Double) -> Double { (square * intensity + linear) * intensity }

  /// Intensity for a non-negative amplitude.
  package func intensity(amplitude: Double) -> Double { square == 1 ? amplitude.squareRoot() : amplitude }
}
