extension Tokenizer {
  @inline(__always)
  mutating func string() throws(SyntaxError) {
    let quote = position
    var cursor = quote &+ 1
    var kind = Token.Kind.string
    while true {
      cursor = plainEnd(from: cursor)
      guard cursor < end else { throw SyntaxError(reason: .unterminatedString, offset: quote) }
      let next = byte(cursor)
      if next == Byte.quote { break }
      if next == Byte.backslash {
        cursor = try afterEscape(cursor)
        kind = .escapedString
      } else if next < 0x20 {
        throw SyntaxError(reason: .controlCharacter(next), offset: cursor)
      } else {
        cursor = next < 0x80 ? cursor &+ 1 : try afterSequence(cursor)
      }
    }
    try emit(Token(kind, offset: quote, payload: UInt64(truncatingIfNeeded: cursor &- quote &- 1)))
    position = cursor &+ 1
  }

  /// Finds the first byte that may be special, eight bytes at a time.
  @inline(__always)
  private func plainEnd(from cursor: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var cursor = cursor
    while cursor &+ 8 <= end {
      let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: cursor, as: UInt64.self))
      let quotes = word ^ (ones &* UInt64(Byte.quote))
      let slashes = word ^ (ones &* UInt64(Byte.backslash))
      let found =
        ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes) | ((word &- (ones &* 0x20)) & ~word)
        | word
      let marks = found & highs
      if marks != 0 { return cursor &+ (marks.trailingZeroBitCount &>> 3) }
      cursor &+= 8
    }
    while cursor < end {
      let next = byte(cursor)
      if next == Byte.quote || next == Byte.backslash || next < 0x20 || next >= 0x80 { return cursor }
      cursor &+= 1
    }
    return cursor
  }

  /// A surrogate must be paired.
  @inline(never)
  private func afterEscape(_ cursor: Int) throws(SyntaxError) -> Int {
    guard cursor &+ 1 < end else { throw SyntaxError(reason: .escape, offset: cursor) }
    switch byte(cursor &+ 1) {
    case Byte.quote, Byte.backslash, Byte.slash, 0x62, 0x66, 0x6E, 0x72, 0x74: return cursor &+ 2
    case 0x75: break
    default: throw SyntaxError(reason: .escape, offset: cursor)
    }
    let unit = try hexadecimal(cursor)
    guard unit & 0xF800 == 0xD800 else { return cursor &+ 6 }
    guard unit < 0xDC00, cursor &+ 7 < end, byte(cursor &+ 6) == Byte.backslash, byte(cursor &+ 7) == 0x75,
      try hexadecimal(cursor &+ 6) & 0xFC00 == 0xDC00
    else { throw SyntaxError(reason: .loneSurrogate, offset: cursor) }
    return cursor &+ 12
  }

  private func hexadecimal(_ cursor: Int) throws(SyntaxError) -> UInt32 {
    guard cursor &+ 6 <= end else { throw SyntaxError(reason: .escape, offset: cursor) }
    var unit: UInt32 = 0
    for offset in (cursor &+ 2)..<(cursor &+ 6) {
      guard let digit = UTF8Text.hexadecimalDigit(byte(offset)) else {
        throw SyntaxError(reason: .escape, offset: cursor)
      }
      unit = unit << 4 | digit
    }
    return unit
  }

  @inline(never)
  func afterSequence(_ cursor: Int) throws(SyntaxError) -> Int {
    let length = UTF8Text.sequenceLength(base, at: cursor, end: end)
    guard length > 0 else { throw SyntaxError(reason: .invalidUTF8, offset: cursor) }
    return cursor &+ length
  }
}
