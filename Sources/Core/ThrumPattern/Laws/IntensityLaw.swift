/// How strong an intensity is: its amplitude is its square, as field practice has it and as a phone plays it, or the intensity
/// itself. Everything that plays, shows, measures or converts an intensity asks here.
package struct IntensityLaw: BitwiseCopyable, Equatable, Sendable {
  @usableFromInline let squares: Bool

  /// A law; without `squares` the amplitude is the intensity.
  package init(squares: Bool) { self.squares = squares }

  /// That of a phone.
  package static let phone = IntensityLaw(squares: true)

  /// The amplitude of an intensity.
  ///
  /// - Real-time: yes.
  @_noLocks @inlinable @inline(__always)
  package func amplitude(_ intensity: Float) -> Float { squares ? intensity * intensity : intensity }

  /// The amplitudes of eight intensities.
  ///
  /// - Real-time: yes.
  @_noLocks @inlinable @inline(__always)
  package func amplitude(_ intensity: SIMD8<Float>) -> SIMD8<Float> { squares ? intensity * intensity : intensity }

  /// The amplitude of an intensity.
  package func amplitude(_ intensity: Double) -> Double { squares ? intensity * intensity : intensity }

  /// The intensity of an amplitude, which is not negative.
  package func intensity(amplitude: Double) -> Double { squares ? amplitude.squareRoot() : amplitude }

  /// The amplitude along a straight line of intensity, as the coefficients of 1, t and t².
  ///
  /// - Real-time: yes.
  @_noLocks @inlinable @inline(__always)
  package func amplitude(begin: Float, step: Float) -> (Float, Float, Float) {
    squares ? (begin * begin, 2 * begin * step, step * step) : (begin, step, 0)
  }
}
