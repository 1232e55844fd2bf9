/// Detects the encoding of JSON text and converts UTF-16 to UTF-8.
package enum TextEncoding {
  package struct Text {
    package var bytes: [UInt8]
    /// Offset after any byte order mark.
    package var begin = 0
    var hasMark = false
    var utf16: String?
  }

  /// Copies the text only if it is UTF-16.
  ///
  /// Without a byte order mark, a NUL among the first two bytes means UTF-16, since JSON starts with an ASCII
  /// character.
  package static func utf8(of source: [UInt8]) throws(SyntaxError) -> Text {
    var part: [UInt8] = []
    return try utf8(of: source, keepingPart: &part)
  }

  private static func utf8(of source: [UInt8], keepingPart part: inout [UInt8]) throws(SyntaxError) -> Text {
    let head = (0..<4).map { $0 < source.count ? Int(source[$0]) : -1 }
    switch (head[0], head[1], head[2], head[3]) {
    case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF), (1..., 0, 0, 0), (0, 0, 0, 1...):
      throw SyntaxError(reason: .utf32, offset: 0)
    case (0xEF, 0xBB, 0xBF, _): return Text(bytes: source, begin: 3, hasMark: true)
    case (0xFF, 0xFE, _, _): return try transcoded(source, from: 2, bigEndian: false, &part)
    case (0xFE, 0xFF, _, _): return try transcoded(source, from: 2, bigEndian: true, &part)
    case (1..., 0, _, _): return try transcoded(source, from: 0, bigEndian: false, &part)
    case (0, 1..., _, _): return try transcoded(source, from: 0, bigEndian: true, &part)
    default: return Text(bytes: source)
    }
  }

  /// Returns the text before the first malformed byte.
  package static func readablePart(of source: [UInt8]) -> [UInt8] {
    var part: [UInt8] = []
    do throws(SyntaxError) { return try utf8(of: source, keepingPart: &part).bytes } catch { return part }
  }

  private static func transcoded(
    _ source: [UInt8], from begin: Int, bigEndian: Bool, _ text: inout [UInt8]
  ) throws(SyntaxError) -> Text {
    text.reserveCapacity(source.count / 2)
    func unit(_ offset: Int) -> UInt32? {
      guard offset &+ 1 < source.count else { return nil }
      let (first, second) = (UInt32(source[offset]), UInt32(source[offset &+ 1]))
      return bigEndian ? first << 8 | second : second << 8 | first
    }
    var offset = begin
    while offset < source.count {
      guard var scalar = unit(offset) else {
        throw SyntaxError(reason: .invalidUTF16, offset: text.count)
      }
      offset &+= 2
      if scalar & 0xF800 == 0xD800 {
        guard scalar < 0xDC00, let low = unit(offset), low & 0xFC00 == 0xDC00 else {
          throw SyntaxError(reason: .invalidUTF16, offset: text.count)
        }
        scalar = 0x10000 &+ (scalar & 0x3FF) << 10 &+ low & 0x3FF
        offset &+= 2
      }
      append(scalar, to: &text)
    }
    return Text(bytes: text, hasMark: begin > 0, utf16: bigEndian ? "big endian" : "little endian")
  }

  /// Appends a scalar, which must not be a surrogate.
  package static func append(_ scalar: UInt32, to text: inout [UInt8]) {
    func continuation(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: scalar >> shift & 0x3F) }
    switch scalar {
    case ..<0x80: text.append(UInt8(truncatingIfNeeded: scalar))
    case ..<0x800:
      text.append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
      text.append(continuation(0))
    case ..<0x10000:
      text.append(0xE0 | UInt8(truncatingIfNeeded: scalar >> 12))
      text.append(contentsOf: [continuation(6), continuation(0)])
    default:
      text.append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18 & 7))
      text.append(contentsOf: [continuation(12), continuation(6), continuation(0)])
    }
  }
}

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
