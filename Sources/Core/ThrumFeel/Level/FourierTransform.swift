import ThrumDevice

/// Amplitude spectra of real signals, two at a time (radix 2, Cooley and Tukey, 1965).
package struct FourierTransform {
  package let count: Int
  /// Twiddle factors. Those of stage `half` start at index `half`.
  private let cosines: [Double]
  private let sines: [Double]
  private let order: [Int]
  private let window: [Double]
  private var real: [Double]
  private var imaginary: [Double]

  /// - Parameters:
  ///   - count: a power of 2.
  ///   - window: length of the Hann window, up to `count`; zeros follow it. `nil` means `count`.
  package init(count: Int, window length: Int? = nil) {
    self.count = count
    let turns = (0..<count).map { index -> Double in
      guard index > 0 else { return 0 }
      let half = 1 << (Int.bitWidth - 1 - index.leadingZeroBitCount)
      return Double(index - half) / Double(2 * half)
    }
    cosines = turns.map { sineOfTurns($0 + 0.25) }
    sines = turns.map { sineOfTurns($0) }
    let bits = count.trailingZeroBitCount
    order = (0..<count).map { index in
      (0..<bits).reduce(0) { $0 | (index >> $1 & 1) << (bits - 1 - $1) }
    }
    // Scaled so that a full-scale sine has amplitude 1 in its bin.
    let length = min(count, length ?? count)
    window = (0..<length).map { 2 * (1 - sineOfTurns(Double($0) / Double(length) + 0.25)) / Double(length) }
    real = [Double](repeating: 0, count: count)
    imaginary = real
  }

  /// Computes the amplitudes of the windows at `first` and `second`, in bins 0 to `count` / 2.
  package mutating func amplitudes(
    _ samples: UnsafeBufferPointer<Float>, _ first: Int, _ second: Int, into one: inout [Double],
    _ other: inout [Double]
  ) {
    let length = window.count
    let (early, late) = (samples[first..<first + length], samples[second..<second + length])
    real.withUnsafeMutableBufferPointer { real in
      imaginary.withUnsafeMutableBufferPointer { imaginary in
        for index in 0..<length {
          let place = order[index]
          real[place] = Double(early[first + index]) * window[index]
          imaginary[place] = Double(late[second + index]) * window[index]
        }
        for place in order[length...] { (real[place], imaginary[place]) = (0, 0) }
      }
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
    real.withUnsafeMutableBytes { real in
      imaginary.withUnsafeMutableBytes { imaginary in
        cosines.withUnsafeBytes { cosines in
          sines.withUnsafeBytes { sines in
            var half = 1
            while half < count {
              for start in stride(from: 0, to: count, by: 2 * half) {
                if half < 4 {
                  FourierTransform.butterflies(Double.self, start, half, real, imaginary, cosines, sines)
                } else {
                  FourierTransform.butterflies(SIMD4<Double>.self, start, half, real, imaginary, cosines, sines)
                }
              }
              half *= 2
            }
          }
        }
      }
    }
  }

  /// Computes one or four butterflies at a time. The results are identical.
  @inline(__always)
  private static func butterflies<Lane: TransformLane>(
    _: Lane.Type, _ start: Int, _ half: Int, _ real: UnsafeMutableRawBufferPointer,
    _ imaginary: UnsafeMutableRawBufferPointer, _ cosines: UnsafeRawBufferPointer, _ sines: UnsafeRawBufferPointer
  ) {
    let bytes = MemoryLayout<Double>.size
    for index in stride(from: 0, to: half, by: MemoryLayout<Lane>.size / bytes) {
      let (low, high, turn) = ((start + index) * bytes, (start + index + half) * bytes, (half + index) * bytes)
      let c = cosines.loadUnaligned(fromByteOffset: turn, as: Lane.self)
      let s = sines.loadUnaligned(fromByteOffset: turn, as: Lane.self)
      let re = real.loadUnaligned(fromByteOffset: high, as: Lane.self)
      let im = imaginary.loadUnaligned(fromByteOffset: high, as: Lane.self)
      let (x, y) = (
        Lane.sum(Lane.product(re, c), Lane.product(im, s)), Lane.difference(Lane.product(im, c), Lane.product(re, s))
      )
      let lowReal = real.loadUnaligned(fromByteOffset: low, as: Lane.self)
      let lowImaginary = imaginary.loadUnaligned(fromByteOffset: low, as: Lane.self)
      real.storeBytes(of: Lane.difference(lowReal, x), toByteOffset: high, as: Lane.self)
      imaginary.storeBytes(of: Lane.difference(lowImaginary, y), toByteOffset: high, as: Lane.self)
      real.storeBytes(of: Lane.sum(lowReal, x), toByteOffset: low, as: Lane.self)
      imaginary.storeBytes(of: Lane.sum(lowImaginary, y), toByteOffset: low, as: Lane.self)
    }
  }
}

private protocol TransformLane: BitwiseCopyable {
  static func sum(_ a: Self, _ b: Self) -> Self
  static func difference(_ a: Self, _ b: Self) -> Self
  static func product(_ a: Self, _ b: Self) -> Self
}

extension Double: TransformLane {
  fileprivate static func sum(_ a: Double, _ b: Double) -> Double { a + b }
  fileprivate static func difference(_ a: Double, _ b: Double) -> Double { a - b }
  fileprivate static func product(_ a: Double, _ b: Double) -> Double { a * b }
}

extension SIMD4<Double>: TransformLane {
  fileprivate static func sum(_ a: Self, _ b: Self) -> Self { a + b }
  fileprivate static func difference(_ a: Self, _ b: Self) -> Self { a - b }
  fileprivate static func product(_ a: Self, _ b: Self) -> Self { a * b }
}
