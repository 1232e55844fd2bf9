extension Tokenizer {
  @inline(never)
  mutating func literal() throws(SyntaxError) {
    guard let word = word(at: position) else { throw expected("a value") }
    let kind: Token.Kind
    switch word {
    case "true": kind = .yes
    case "false": kind = .no
    case "null": kind = .null
    case "NaN", "Infinity", "nan", "inf": throw SyntaxError(reason: .notFinite(word), offset: position)
    default: throw SyntaxError(reason: .literal(word), offset: position)
    }
    try emit(Token(kind, offset: position))
    position &+= word.utf8.count
  }

  /// Returns a word of at most 40 ASCII letters, digits and underscores that starts with a letter.
  func word(at offset: Int) -> String? {
    var cursor = offset
    while cursor < end, cursor &- offset < 40, isWordByte(byte(cursor)) { cursor &+= 1 }
    guard cursor > offset, byte(offset) > Byte.nine else { return nil }
    // Safety: `offset..<cursor` is within the text.
    return String(
      decoding: UnsafeRawBufferPointer(start: base + offset, count: cursor &- offset), as: UTF8.self)
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: false
    }
  }

  @inline(never)
  func missingSeparator(isObject: Bool) -> SyntaxError {
    expected(isObject ? "`,` or `}`" : "`,` or `]`")
  }

  @inline(never)
  func missingKey() -> SyntaxError {
    decimalComma() ?? expected("a member name in double quotes")
  }

  @inline(never)
  func expected(_ what: String) -> SyntaxError {
    guard position < end else { return SyntaxError(reason: .endOfText(expected: what), offset: position) }
    let found = byte(position)
    if found == 0x27 { return SyntaxError(reason: .singleQuote, offset: position) }
    if found >= 0x80 {
      let length = UTF8Text.sequenceLength(base, at: position, end: end)
      guard length > 0 else { return SyntaxError(reason: .invalidUTF8, offset: position) }
      // Safety: `length` bytes from `position` are within the text.
      let bytes = UnsafeRawBufferPointer(start: base + position, count: length)
      let text = String(decoding: bytes, as: UTF8.self)
      if let reason = Tokenizer.lookalike(text) { return SyntaxError(reason: reason, offset: position) }
      return unexpected("`\(text)`", what)
    }
    if found < 0x20 || found == 0x7F {
      return unexpected("the control character 0x" + String(found, radix: 16, uppercase: true), what)
    }
    return unexpected("`\(word(at: position) ?? String(UnicodeScalar(found)))`", what)
  }

  /// Returns the reason for a character that looks like one of JSON's.
  private static func lookalike(_ text: String) -> SyntaxError.Reason? {
    switch text.unicodeScalars.first?.value ?? 0 {
    case 0x2018...0x201F, 0x00AB, 0x00BB, 0x2039, 0x203A, 0x300C...0x300F, 0x301D...0x301F, 0xFF02:
      .typographicQuote(text)
    case 0x00A0: .oddSpace("a no-break space (U+00A0)")
    case 0x2007, 0x202F: .oddSpace("a narrow no-break space (U+202F or U+2007)")
    case 0x2000...0x200A, 0x205F, 0x3000: .oddSpace("a typographic space")
    case 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2064, 0x00AD: .oddSpace("an invisible character")
    case 0xFEFF: .oddSpace("a byte order mark (U+FEFF)")
    default: nil
    }
  }

  private func unexpected(_ found: String, _ what: String) -> SyntaxError {
    SyntaxError(reason: .unexpected(found, expected: what), offset: position)
  }
}

extension Tokenizer {
  @inline(__always)
  mutating func skipSpace() throws(SyntaxError) {
    while position < end {
      let next = byte(position)
      if next > Byte.space && next != Byte.slash { return }
      if next == Byte.space || next == Byte.lineFeed || next == Byte.carriageReturn || next == Byte.tab {
        position &+= 1
      } else if next == Byte.slash {
        try comment()
      } else {
        return
      }
    }
  }

  @inline(never)
  private mutating func comment() throws(SyntaxError) {
    let begin = position
    let second = begin &+ 1 < end ? byte(begin &+ 1) : 0
    guard second == Byte.slash || second == Byte.star else { throw expected("a value") }
    tolerances.comments.note(begin)
    position = begin &+ 2
    if second == Byte.slash {
      while position < end, byte(position) != Byte.lineFeed, byte(position) != Byte.carriageReturn {
        try commentCharacter()
      }
      return
    }
    while position &+ 1 < end {
      if byte(position) == Byte.star, byte(position &+ 1) == Byte.slash {
        position &+= 2
        return
      }
      try commentCharacter()
    }
    throw SyntaxError(reason: .unterminatedComment, offset: begin)
  }

  private mutating func commentCharacter() throws(SyntaxError) {
    position = byte(position) < 0x80 ? position &+ 1 : try afterSequence(position)
  }
}

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
