import ThrumDevice

/// A small square matrix, row by row; used in `prepare` only.
///
/// - Thread: made off the render thread, read on it.
package struct SquareMatrix: Equatable, Sendable {
  /// Rows and columns.
  package let size: Int
  private var elements: [Double]

  /// A matrix of zeros.
  package init(size: Int) {
    self.size = size
    elements = Array(repeating: 0, count: size * size)
  }

  /// The identity.
  package static func identity(_ size: Int) -> SquareMatrix {
    var result = SquareMatrix(size: size)
    for i in 0..<size { result[i, i] = 1 }
    return result
  }

  /// The element in a row and a column, both from 0.
  package subscript(row: Int, column: Int) -> Double {
    get { elements[row * size + column] }
    set { elements[row * size + column] = newValue }
  }

  /// The matrix product.
  package static func * (a: SquareMatrix, b: SquareMatrix) -> SquareMatrix {
    var result = SquareMatrix(size: a.size)
    for i in 0..<a.size {
      for j in 0..<a.size {
        var sum = 0.0
        for k in 0..<a.size { sum += a[i, k] * b[k, j] }
        result[i, j] = sum
      }
    }
    return result
  }

  /// The element-wise sum of `self` and a multiple of another matrix.
  func adding(_ other: SquareMatrix, times factor: Double) -> SquareMatrix {
    var result = self
    for i in elements.indices { result.elements[i] += factor * other.elements[i] }
    return result
  }

  /// e^M by Taylor's series of degree 12 with scaling and squaring: 2.4·10⁻¹⁵ when ‖M‖₁ is a few units.
  package func exponential() -> SquareMatrix {
    var norm = 0.0
    for j in 0..<size { norm = max(norm, (0..<size).reduce(0) { $0 + abs(self[$1, j]) }) }
    var squarings = 4
    var scale = 1.0 / 16
    while norm * scale > 0.5, squarings < 60 {
      squarings += 1
      scale /= 2
    }
    let scaled = SquareMatrix(size: size).adding(self, times: scale)
    var result = SquareMatrix.identity(size)
    for k in stride(from: 12.0, through: 1, by: -1) {
      result = SquareMatrix.identity(size).adding(scaled * result, times: 1 / k)
    }
    for _ in 0..<squarings { result = result * result }
    return result
  }
}
