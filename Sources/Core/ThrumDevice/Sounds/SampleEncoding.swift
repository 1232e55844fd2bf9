package struct SampleEncoding: Equatable, Sendable {
  package enum Number: Equatable, Sendable {
    /// One byte, with silence at 128.
    case unsigned8
    /// Two's complement, in 1 to 4 bytes.
    case signed(bytes: Int)
    case float32, float64
  }

  package let number: Number
  package let isLittle: Bool

  package init?(isFloat: Bool, bytes: Int, isLittle: Bool, isUnsigned: Bool = false) {
    switch (isFloat, bytes) {
    case (true, 4): number = .float32
    case (true, 8): number = .float64
    case (false, 1): number = isUnsigned ? .unsigned8 : .signed(bytes: 1)
    case (false, 2...4): number = .signed(bytes: bytes)
    default: return nil
    }
    self.isLittle = isLittle
  }

  package var bytes: Int {
    switch number {
    case .unsigned8: 1
    case .signed(let bytes): bytes
    case .float32: 4
    case .float64: 8
    }
  }

  /// Scales integers to a full scale of 1.
  package func decode(_ source: UnsafeRawBufferPointer, into target: UnsafeMutablePointer<Float>) {
    let width = bytes
    for index in 0..<(source.count / width) {
      let place = index * width
      target[index] =
        switch number {
        case .unsigned8: (Float(source[place]) - 128) / 128
        // The sign bit goes to the top, so that every width has the same scale.
        case .signed: Float(Int32(truncatingIfNeeded: bits(source, place) << UInt64(32 - 8 * width))) * 0x1p-31
        case .float32: Float(bitPattern: UInt32(truncatingIfNeeded: bits(source, place)))
        case .float64: Float(Double(bitPattern: bits(source, place)))
        }
    }
  }

  private func bits(_ source: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
    let width = bytes
    var bits: UInt64 = 0
    for offset in 0..<width {
      bits = bits << 8 | UInt64(source[isLittle ? place + width - 1 - offset : place + offset])
    }
    return bits
  }
}
