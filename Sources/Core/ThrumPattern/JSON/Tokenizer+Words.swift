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
      let text = UnsafeRawBufferPointer(start: base + position, count: length)
      return unexpected("`\(String(decoding: text, as: UTF8.self))`", what)
    }
    if found < 0x20 || found == 0x7F {
      return unexpected("the control character 0x" + String(found, radix: 16, uppercase: true), what)
    }
    return unexpected("`\(word(at: position) ?? String(UnicodeScalar(found)))`", what)
  }

  private func unexpected(_ found: String, _ what: String) -> SyntaxError {
    SyntaxError(reason: .unexpected(found, expected: what), offset: position)
  }
}
