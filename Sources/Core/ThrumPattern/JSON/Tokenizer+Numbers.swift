extension Tokenizer {
  /// Reads a number exactly.
  ///
  /// Multiplying or dividing an integer up to 2⁵³ by a power of ten up to 10²² takes one correctly rounded operation
  /// (Clinger, 1990). The standard library reads all other numbers.
  @inline(__always)
  mutating func number() throws(SyntaxError) {
    let begin = position
    let isNegative = byte(begin) == Byte.minus
    var cursor = isNegative ? begin &+ 1 : begin
    var mantissa: UInt64 = 0
    let whole = cursor
    while cursor < end, let digit = digit(cursor) {
      mantissa = mantissa &* 10 &+ digit
      cursor &+= 1
    }
    var digits = cursor &- whole
    guard digits > 0, digits == 1 || byte(whole) != Byte.zero else { throw badNumber(begin, whole, digits) }
    var exponent = 0
    if cursor < end, byte(cursor) == Byte.point {
      cursor &+= 1
      let fraction = cursor
      while cursor < end, let digit = digit(cursor) {
        mantissa = mantissa &* 10 &+ digit
        cursor &+= 1
      }
      guard cursor > fraction else { throw SyntaxError(reason: .numberForm, offset: begin) }
      exponent = fraction &- cursor
      digits &-= exponent
    }
    if cursor < end, byte(cursor) | 0x20 == 0x65 {
      let power = try self.exponent(&cursor, begin)
      exponent = exponent &+ power
    }
    var value: Double
    if digits < 19, mantissa <= 1 << 53, -22...22 ~= exponent {
      value = Double(mantissa)
      if exponent < 0 { value /= power(-exponent) } else if exponent > 0 { value *= power(exponent) }
      if isNegative { value = -value }
    } else {
      value = try slowNumber(begin, cursor)
    }
    try emit(Token(.number, offset: begin, payload: value.bitPattern))
    position = cursor
  }

  @inline(__always)
  private func digit(_ offset: Int) -> UInt64? {
    let value = byte(offset) &- Byte.zero
    return value < 10 ? UInt64(value) : nil
  }

  /// Out-of-range exponents saturate.
  @inline(never)
  private func exponent(_ cursor: inout Int, _ begin: Int) throws(SyntaxError) -> Int {
    cursor &+= 1
    var isNegative = false
    if cursor < end, byte(cursor) == Byte.minus || byte(cursor) == Byte.plus {
      isNegative = byte(cursor) == Byte.minus
      cursor &+= 1
    }
    let first = cursor
    var power = 0
    while cursor < end, let digit = digit(cursor) {
      power = min(power &* 10 &+ Int(digit), 1_000_000)
      cursor &+= 1
    }
    guard cursor > first else { throw SyntaxError(reason: .numberForm, offset: begin) }
    return isNegative ? -power : power
  }

  @inline(never)
  private func slowNumber(_ begin: Int, _ cursor: Int) throws(SyntaxError) -> Double {
    // Safety: `begin..<cursor` is within the text.
    let text = UnsafeRawBufferPointer(start: base + begin, count: cursor &- begin)
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else {
      throw SyntaxError(reason: .numberTooLarge, offset: begin)
    }
    return value
  }

  @inline(__always)
  private func power(_ exponent: Int) -> Double { powersOfTen[exponent] }

  @inline(never)
  private func badNumber(_ begin: Int, _ whole: Int, _ digits: Int) -> SyntaxError {
    if digits > 1 { return SyntaxError(reason: .leadingZero, offset: begin) }
    if whole < end, let word = word(at: whole), ["Infinity", "NaN", "inf"].contains(word) {
      return SyntaxError(reason: .notFinite("-" + word), offset: begin)
    }
    return SyntaxError(reason: .numberForm, offset: begin)
  }
}

/// Powers of ten that a double represents exactly.
private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
  1e19, 1e20, 1e21, 1e22,
]

extension Character {
  var isASCIIDigit: Bool { isASCII && isNumber }
}

extension Tokenizer {
  /// Returns a number with a decimal comma that ends here in an object: digits, a comma and digits without space.
  @inline(never)
  func decimalComma() -> SyntaxError? {
    guard count > 0, out[count - 1].kind == .number, position < end, byte(position) &- Byte.zero < 10,
      byte(position &- 1) == Byte.comma
    else { return nil }
    let begin = out[count - 1].start
    var last = position
    while last < end, last &- position < 32, byte(last) &- Byte.zero < 10 { last &+= 1 }
    guard position &- begin < 32 else { return nil }
    // Safety: `begin..<last` is within the text.
    let text = UnsafeRawBufferPointer(start: base + begin, count: last &- begin)
    let given = String(decoding: text, as: UTF8.self)
    return DecimalComma.corrected(given) == nil ? nil : SyntaxError(reason: .decimalComma(given), offset: begin)
  }
}
