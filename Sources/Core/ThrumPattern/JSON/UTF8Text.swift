/// UTF-8 validation (Unicode 15, table 3-7).
package enum UTF8Text {
  /// Returns the length of a sequence, or 0 if it is malformed.
  package static func sequenceLength(_ base: UnsafeRawPointer, at offset: Int, end: Int) -> Int {
    func byte(_ index: Int) -> UInt8 {
      // Safety: guarded by `end`, the number of readable bytes.
      offset &+ index < end ? base.load(fromByteOffset: offset &+ index, as: UInt8.self) : 0
    }
    func continues(_ index: Int) -> Bool { byte(index) & 0xC0 == 0x80 }
    let second = byte(1)
    switch byte(0) {
    case 0xC2...0xDF: return continues(1) ? 2 : 0
    case 0xE0: return (0xA0...0xBF).contains(second) && continues(2) ? 3 : 0
    case 0xED: return (0x80...0x9F).contains(second) && continues(2) ? 3 : 0
    case 0xE1...0xEF: return continues(1) && continues(2) ? 3 : 0
    case 0xF0: return (0x90...0xBF).contains(second) && continues(2) && continues(3) ? 4 : 0
    case 0xF4: return (0x80...0x8F).contains(second) && continues(2) && continues(3) ? 4 : 0
    case 0xF1...0xF3: return continues(1) && continues(2) && continues(3) ? 4 : 0
    default: return 0
    }
  }

  package static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte &- 0x30)
    case 0x41...0x46: UInt32(byte &- 0x37)
    case 0x61...0x66: UInt32(byte &- 0x57)
    default: nil
    }
  }
}
