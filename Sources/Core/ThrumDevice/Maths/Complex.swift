/// A complex number, for transfer functions; used in `prepare` only.
package struct Complex: Equatable, Sendable {
  /// The real part.
  package var real: Double
  /// The imaginary part.
  package var imaginary: Double

  /// Makes real + i·imaginary.
  package init(_ real: Double, _ imaginary: Double = 0) {
    self.real = real
    self.imaginary = imaginary
  }

  /// The absolute value.
  package var magnitude: Double { (real * real + imaginary * imaginary).squareRoot() }

  /// Sum.
  package static func + (a: Complex, b: Complex) -> Complex {
    Complex(a.real + b.real, a.imaginary + b.imaginary)
  }

  /// Difference.
  package static func - (a: Complex, b: Complex) -> Complex {
    Complex(a.real - b.real, a.imaginary - b.imaginary)
  }

  /// Product.
  package static func * (a: Complex, b: Complex) -> Complex {
    Complex(a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real)
  }

  /// Quotient; not finite when b is 0.
  package static func / (a: Complex, b: Complex) -> Complex {
    let d = b.real * b.real + b.imaginary * b.imaginary
    return Complex(
      (a.real * b.real + a.imaginary * b.imaginary) / d, (a.imaginary * b.real - a.real * b.imaginary) / d)
  }
}
