import ThrumDevice
import ThrumPattern

/// A small matrix in row-major order, not for use while rendering.
package struct SquareMatrix: Equatable, Sendable {
  package let size: Int
  private var elements: [Double]

  package init(size: Int) {
    self.size = size
    elements = Array(repeating: 0, count: size * size)
  }

  package static func identity(_ size: Int) -> SquareMatrix {
    var result = SquareMatrix(size: size)
    for i in 0..<size { result[i, i] = 1 }
    return result
  }

  package subscript(row: Int, column: Int) -> Double {
    get { elements[row * size + column] }
    set { elements[row * size + column] = newValue }
  }

  private mutating func become(_ a: SquareMatrix, times b: SquareMatrix) {
    let size = self.size
    a.elements.withUnsafeBufferPointer { a in
      b.elements.withUnsafeBufferPointer { b in
        elements.withUnsafeMutableBufferPointer { result in
          for i in 0..<size {
            for j in 0..<size {
              var sum = 0.0
              for k in 0..<size { sum += a[i * size + k] * b[k * size + j] }
              result[i * size + j] = sum
            }
          }
        }
      }
    }
  }

  /// Replaces the matrix M with 1 + `factor`·M.
  private mutating func becomeOnePlus(times factor: Double) {
    for i in elements.indices { elements[i] *= factor }
    for i in 0..<size { self[i, i] += 1 }
  }

  /// Returns e^M from a Taylor series of degree 12 with scaling and squaring. The error is 2.4·10⁻¹⁵ for ‖M‖₁ of a few
  /// units.
  package func exponential() -> SquareMatrix {
    var norm = 0.0
    for j in 0..<size { norm = max(norm, (0..<size).reduce(0) { $0 + abs(self[$1, j]) }) }
    var squarings = 4
    var scale = 1.0 / 16
    while norm * scale > 0.5, squarings < 60 {
      squarings += 1
      scale /= 2
    }
    var scaled = self
    for i in elements.indices { scaled.elements[i] *= scale }
    var result = SquareMatrix.identity(size)
    var next = result
    for k in stride(from: 12.0, through: 1, by: -1) {
      next.become(scaled, times: result)
      next.becomeOnePlus(times: 1 / k)
      swap(&result, &next)
    }
    for _ in 0..<squarings {
      next.become(result, times: result)
      swap(&result, &next)
    }
    return result
  }
}
