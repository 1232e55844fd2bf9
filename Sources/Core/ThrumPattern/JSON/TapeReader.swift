/// Raw and decoded access to a tape.
///
/// Safety: valid only inside ``JSONTape/withReader(_:)``, which keeps text and tokens alive; indices come from the
/// tape.
package struct TapeReader {
  package let base: UnsafeRawPointer
  package let tokens: UnsafePointer<Token>
  package let count: Int

  @inline(__always)
  package subscript(index: Int) -> Token { tokens[index] }

  /// Returns the index of the token after a value and its contents.
  @inline(__always)
  package func next(_ index: Int) -> Int {
    let token = tokens[index]
    return token.isContainer ? token.next : index &+ 1
  }

  package func end(_ index: Int) -> Int {
    let token = tokens[index]
    switch token.kind {
    case .string, .escapedString: return token.start &+ token.length &+ 2
    case .array, .object: return token.end
    case .null, .yes: return token.start &+ 4
    case .no: return token.start &+ 5
    case .number: return token.start &+ numberLength(token)
    }
  }

  private func numberLength(_ token: Token) -> Int {
    var end = token.start
    // Safety: `limit` is within the text; a number that is the whole text has length 0 here and is never passed in.
    let limit = tokens[0].isContainer ? tokens[0].end : token.start
    while end < limit, isNumberByte(base.load(fromByteOffset: end, as: UInt8.self)) { end &+= 1 }
    return end &- token.start
  }

  private func isNumberByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: true
    default: false
    }
  }

  package func source(_ index: Int) -> String { text(from: tokens[index].start, to: end(index)) }

  package func string(_ index: Int) -> String {
    let token = tokens[index]
    let begin = token.start &+ 1
    guard token.kind == .escapedString else { return text(from: begin, to: begin &+ token.length) }
    return unescaped(from: begin, to: begin &+ token.length)
  }

  private func text(from begin: Int, to end: Int) -> String {
    // Safety: `begin..<end` is within the text, which is UTF-8 throughout.
    String(decoding: UnsafeRawBufferPointer(start: base + begin, count: end &- begin), as: UTF8.self)
  }

  private func unescaped(from begin: Int, to end: Int) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(end &- begin)
    var cursor = begin
    func byte(_ offset: Int) -> UInt8 { base.load(fromByteOffset: offset, as: UInt8.self) }
    func unit(_ offset: Int) -> UInt32 {
      (offset &+ 2..<offset &+ 6).reduce(0) { $0 << 4 | (UTF8Text.hexadecimalDigit(byte($1)) ?? 0) }
    }
    while cursor < end {
      guard byte(cursor) == Byte.backslash else {
        bytes.append(byte(cursor))
        cursor &+= 1
        continue
      }
      // Safety: the tokenizer has checked that the escape is complete and that surrogates are paired.
      switch byte(cursor &+ 1) {
      case 0x62: bytes.append(0x08)
      case 0x66: bytes.append(0x0C)
      case 0x6E: bytes.append(0x0A)
      case 0x72: bytes.append(0x0D)
      case 0x74: bytes.append(0x09)
      case 0x75:
        var scalar = unit(cursor)
        if scalar & 0xF800 == 0xD800 {
          scalar = 0x10000 &+ (scalar & 0x3FF) << 10 &+ unit(cursor &+ 6) & 0x3FF
          cursor &+= 6
        }
        TextEncoding.append(scalar, to: &bytes)
        cursor &+= 4
      case let other: bytes.append(other)
      }
      cursor &+= 2
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONTape {
  /// Returns `nil` for a tape without tokens.
  package func withReader<Result>(_ body: (TapeReader) -> Result) -> Result? {
    bytes.withUnsafeBytes { text in
      tokens.withUnsafeBufferPointer { tokens in
        // Safety: both arrays are borrowed during the call.
        guard let base = text.baseAddress, let first = tokens.baseAddress, !tokens.isEmpty else { return nil }
        return body(TapeReader(base: base, tokens: first, count: tokens.count))
      }
    }
  }
}
