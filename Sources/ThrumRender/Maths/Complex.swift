/// A complex number, for transfer functions; used in `prepare` only.
public struct Complex: Equatable, Sendable {
  /// The real part.
  public var real: Double
  /// The imaginary part.
  public var imaginary: Double

  /// Makes real + i·imaginary.
  public init(_ real: Double, _ imaginary: Double = 0) {
    self.real = real
    self.imaginary = imaginary
  }

  /// The absolute value.
  public var magnitude: Double { (real * real + imaginary * imaginary).squareRoot() }

  /// Sum.
  public static func + (a: Complex, b: Complex) -> Complex {
    Complex(a.real + b.real, a.imaginary + b.imaginary)
  }

  /// Difference.
  public static func - (a: Complex, b: Complex) -> Complex {
    Complex(a.real - b.real, a.imaginary - b.imaginary)
  }

  /// Product.
  public static func * (a: Complex, b: Complex) -> Complex {
    Complex(a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real)
  }

  /// Quotient; not finite when b is 0.
  public static func / (a: Complex, b: Complex) -> Complex {
    let d = b.real * b.real + b.imaginary * b.imaginary
    return Complex(
      (a.real * b.real + a.imaginary * b.imaginary) / d, (a.imaginary * b.real - a.real * b.imaginary) / d)
  }
}
