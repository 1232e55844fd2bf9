#if canImport(Glibc)
  import Glibc
#endif

package struct JSONTape: Sendable {
  /// Text in UTF-8, unchanged unless the source was UTF-16.
  package let bytes: [UInt8]
  /// Tokens in text order. The first is the top-level value.
  package let tokens: [Token]
  package let tolerances: Tolerances

  /// Reads JSON (RFC 8259) and tolerates comments, trailing commas, a byte order mark and UTF-16.
  package init(reading source: [UInt8], limits: ReadLimits) throws(SyntaxError) {
    let limits = limits.sensible
    guard source.count <= limits.bytes else {
      throw SyntaxError(reason: .tooManyBytes(limit: limits.bytes), offset: 0)
    }
    let text = try TextEncoding.utf8(of: source)
    guard text.bytes.count <= limits.bytes &+ limits.bytes / 2 else {
      throw SyntaxError(reason: .tooManyBytes(limit: limits.bytes), offset: 0)
    }
    var tolerances = Tolerances(byteOrderMark: text.hasMark, utf16: text.utf16)
    tokens = try Self.tokens(of: text.bytes, from: text.begin, limits: limits, noting: &tolerances)
    bytes = text.bytes
    self.tolerances = tolerances
  }

  private static func tokens(
    of bytes: [UInt8], from begin: Int, limits: ReadLimits, noting tolerances: inout Tolerances
  ) throws(SyntaxError) -> [Token] {
    let capacity = min(tokenBound(of: bytes), limits.tokens)
    var failure: SyntaxError?
    let tokens = [Token](unsafeUninitializedCapacity: capacity) { out, count in
      // Safety: both buffers outlive the tokenizer, which stays in this closure and writes `count` tokens.
      bytes.withUnsafeBytes { text in
        HugePages.suggest(for: UnsafeMutableRawBufferPointer(out))
        guard let base = text.baseAddress, let first = out.baseAddress else {
          failure = SyntaxError(reason: .empty, offset: 0)
          return
        }
        var tokenizer = Tokenizer(
          base: base, end: text.count, position: begin, out: first, capacity: capacity,
          depthLimit: limits.depth, tolerances: tolerances)
        do throws(SyntaxError) { try tokenizer.run() } catch { failure = error }
        count = tokenizer.count
        tolerances = tokenizer.tolerances
      }
    }
    if let failure { throw failure }
    return tokens
  }

  /// Returns an upper bound: each token except the first follows one of `, : [ {`.
  private static func tokenBound(of bytes: [UInt8]) -> Int {
    var bound = 1
    var begin = 0
    while begin < bytes.count {
      let end = min(begin &+ 128, bytes.count)
      var count: UInt8 = 0
      for byte in bytes[begin..<end] {
        let folded = byte & ~0x20  // [ and {
        count &+= (folded == 0x5B ? 1 : 0) | (byte == 0x2C ? 1 : 0) | (byte == 0x3A ? 1 : 0)
      }
      bound &+= Int(count)
      begin = end
    }
    return bound
  }
}

/// Asks the kernel for huge pages, which cause fewer page faults.
enum HugePages {
  /// Does nothing for small buffers or without glibc.
  static func suggest(for buffer: UnsafeMutableRawBufferPointer) {
    #if os(Linux) && canImport(Glibc)
      let page = 2 << 20
      guard buffer.count >= 4 * page, let base = buffer.baseAddress else { return }
      // Safety: covers only whole pages inside the caller's buffer; their contents do not change.
      let begin = (UInt(bitPattern: base) &+ UInt(page - 1)) & ~UInt(page - 1)
      let end = (UInt(bitPattern: base) &+ UInt(buffer.count)) & ~UInt(page - 1)
      guard end > begin, let start = UnsafeMutableRawPointer(bitPattern: begin) else { return }
      _ = madvise(start, Int(end - begin), MADV_HUGEPAGE)
    #endif
  }
}
