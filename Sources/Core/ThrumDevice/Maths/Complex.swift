package struct Complex: Equatable, Sendable {
  package var real: Double
  package var imaginary: Double

  package init(_ real: Double, _ imaginary: Double = 0) {
    self.real = real
    self.imaginary = imaginary
  }

  package var magnitude: Double { (real * real + imaginary * imaginary).squareRoot() }

  package static func + (a: Complex, b: Complex) -> Complex {
    Complex(a.real + b.real, a.imaginary + b.imaginary)
  }

  package static func - (a: Complex, b: Complex) -> Complex {
    Complex(a.real - b.real, a.imaginary - b.imaginary)
  }

  package static func * (a: Complex, b: Complex) -> Complex {
    Complex(a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real)
  }

  package static func / (a: Complex, b: Complex) -> Complex {
    let d = b.real * b.real + b.imaginary * b.imaginary
    return Complex(
      (a.real * b.real + a.imaginary * b.imaginary) / d, (a.imaginary * b.real - a.real * b.imaginary) / d)
  }
}
