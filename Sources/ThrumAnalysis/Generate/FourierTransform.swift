import ThrumRender

/// Power spectra of real signals, two at a time (Cooley and Tukey, 1965; radix 2).
struct FourierTransform {
  let count: Int
  private let cosines: [Double]
  private let sines: [Double]
  private let order: [Int]
  private let window: [Double]
  private var real: [Double]
  private var imaginary: [Double]

  /// - Parameter count: samples of a spectrum, a power of 2.
  init(count: Int) {
    self.count = count
    cosines = (0..<count / 2).map { sineOfTurns(Double($0) / Double(count) + 0.25) }
    sines = (0..<count / 2).map { sineOfTurns(Double($0) / Double(count)) }
    let bits = count.trailingZeroBitCount
    order = (0..<count).map { index in
      (0..<bits).reduce(0) { $0 | (index >> $1 & 1) << (bits - 1 - $1) }
    }
    // Hann; a full-scale sine has the amplitude 1 in its bin.
    window = (0..<count).map { 2 * (1 - sineOfTurns(Double($0) / Double(count) + 0.25)) / Double(count) }
    real = [Double](repeating: 0, count: count)
    imaginary = real
  }

  /// Amplitudes of two windows of `samples`, which begin at `first` and `second`; bins from 0 to the half.
  mutating func amplitudes(
    _ samples: UnsafeBufferPointer<Float>, _ first: Int, _ second: Int, into one: inout [Double],
    _ other: inout [Double]
  ) {
    for index in 0..<count {
      real[order[index]] = Double(samples[first + index]) * window[index]
      imaginary[order[index]] = Double(samples[second + index]) * window[index]
    }
    transform()
    for bin in 0...count / 2 {
      let mirror = (count - bin) & (count - 1)
      let (a, b, c, d) = (real[bin], imaginary[bin], real[mirror], imaginary[mirror])
      one[bin] = 0.5 * ((a + c) * (a + c) + (b - d) * (b - d)).squareRoot()
      other[bin] = 0.5 * ((b + d) * (b + d) + (c - a) * (c - a)).squareRoot()
    }
  }

  private mutating func transform() {
    let count = count
    real.withUnsafeMutableBufferPointer { real in
      imaginary.withUnsafeMutableBufferPointer { imaginary in
        var size = 2
        while size <= count {
          let (half, stride) = (size / 2, count / size)
          for start in Swift.stride(from: 0, to: count, by: size) {
            for index in 0..<half {
              let (c, s) = (cosines[index * stride], sines[index * stride])
              let (low, high) = (start + index, start + index + half)
              let x = real[high] * c + imaginary[high] * s
              let y = imaginary[high] * c - real[high] * s
              (real[high], imaginary[high]) = (real[low] - x, imaginary[low] - y)
              real[low] += x
              imaginary[low] += y
            }
          }
          size *= 2
        }
      }
    }
  }
}
