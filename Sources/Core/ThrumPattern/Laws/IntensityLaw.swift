/// How strong an intensity is: its amplitude is its square, as field practice has it and as a phone plays it, or the intensity
/// itself. Everything that plays, shows, measures or converts an intensity asks here.
package struct IntensityLaw: BitwiseCopyable, Equatable, Sendable {
  /// The amplitude as a polynomial: (square · I + linear) · I. One factor is 1, the other 0.
  package let square: Double, linear: Double

  /// A law; without `squares` the amplitude is the intensity.
  package init(squares: Bool) { (square, linear) = squares ? (1, 0) : (0, 1) }

  /// That of a phone.
  package static let phone = IntensityLaw(squares: true)

  /// The amplitude of an intensity.
  package func amplitude(_ intensity: Double) -> Double { (square * intensity + linear) * intensity }

  /// The intensity of an amplitude, which is not negative.
  package func intensity(amplitude: Double) -> Double { square == 1 ? amplitude.squareRoot() : amplitude }
}
