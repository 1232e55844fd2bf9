/// Turns JSON text into tokens in one pass, without recursion or allocation.
///
/// Safety: `base` and `out` belong to the caller and outlive the tokenizer, which reads `end` bytes and writes at most
/// `capacity` tokens.
struct Tokenizer {
  let base: UnsafeRawPointer
  let end: Int
  var position: Int
  let out: UnsafeMutablePointer<Token>
  let capacity: Int
  let depthLimit: Int
  var count = 0
  var tolerances: Tolerances

  struct Open {
    var token: Int
    var members: UInt32
    var isObject: Bool
  }

  init(
    base: UnsafeRawPointer, end: Int, position: Int, out: UnsafeMutablePointer<Token>, capacity: Int,
    depthLimit: Int, tolerances: Tolerances
  ) {
    self.base = base
    self.end = end
    self.position = position
    self.out = out
    self.capacity = capacity
    self.depthLimit = depthLimit
    self.tolerances = tolerances
  }

  mutating func run() throws(SyntaxError) {
    try skipSpace()
    if position >= end { throw SyntaxError(reason: .empty, offset: 0) }
    var failure: SyntaxError?
    withUnsafeTemporaryAllocation(of: Open.self, capacity: depthLimit) { stack in
      // Safety: `depthLimit` is at least 1, so the buffer has an address; `values` stays within the buffer.
      guard let open = stack.baseAddress else { return }
      do throws(SyntaxError) { try values(open) } catch { failure = error }
    }
    if let failure { throw failure }
    try skipSpace()
    if position < end { throw SyntaxError(reason: .textAfterEnd, offset: position) }
  }

  private mutating func values(_ stack: UnsafeMutablePointer<Open>) throws(SyntaxError) {
    var depth = 0
    repeat {
      if try value(stack, &depth) { try afterValue(stack, &depth) }
    } while depth > 0
  }

  /// Returns `true` if the value is complete.
  @inline(__always)
  private mutating func value(
    _ stack: UnsafeMutablePointer<Open>, _ depth: inout Int
  ) throws(SyntaxError) -> Bool {
    try skipSpace()
    guard position < end else { throw SyntaxError(reason: .endOfText(expected: "a value"), offset: position) }
    switch byte(position) {
    case Byte.quote: try string()
    case Byte.zero...Byte.nine, Byte.minus: try number()
    case Byte.openBrace: return try open(.object, closer: Byte.closeBrace, stack, &depth)
    case Byte.openBracket: return try open(.array, closer: Byte.closeBracket, stack, &depth)
    default: try literal()
    }
    return true
  }

  @inline(__always)
  private mutating func open(
    _ kind: Token.Kind, closer: UInt8, _ stack: UnsafeMutablePointer<Open>, _ depth: inout Int
  ) throws(SyntaxError) -> Bool {
    guard depth < depthLimit else {
      throw SyntaxError(reason: .tooDeep(limit: depthLimit), offset: position)
    }
    let token = count
    try emit(Token(kind, offset: position))
    position &+= 1
    try skipSpace()
    if position < end, byte(position) == closer {
      position &+= 1
      out[token].close(next: count, end: position, count: 0)
      return true
    }
    stack[depth] = Open(token: token, members: 1, isObject: kind == .object)
    depth &+= 1
    if kind == .object { try key() }
    return false
  }

  @inline(__always)
  private mutating func afterValue(
    _ stack: UnsafeMutablePointer<Open>, _ depth: inout Int
  ) throws(SyntaxError) {
    while depth > 0 {
      let isObject = stack[depth &- 1].isObject
      let closer = isObject ? Byte.closeBrace : Byte.closeBracket
      try skipSpace()
      var next = position < end ? byte(position) : 0
      if next == Byte.comma {
        let comma = position
        position &+= 1
        try skipSpace()
        next = position < end ? byte(position) : 0
        guard next == closer else {
          stack[depth &- 1].members &+= 1
          if isObject { try key() }
          return
        }
        tolerances.trailingCommas.note(comma)
      }
      guard next == closer else { throw missingSeparator(isObject: isObject) }
      position &+= 1
      depth &-= 1
      out[stack[depth].token].close(next: count, end: position, count: stack[depth].members)
    }
  }

  @inline(__always)
  private mutating func key() throws(SyntaxError) {
    guard position < end, byte(position) == Byte.quote else { throw missingKey() }
    try string()
    try skipSpace()
    guard position < end, byte(position) == Byte.colon else {
      throw expected("`:` after the member name")
    }
    position &+= 1
  }

  @inline(__always)
  mutating func emit(_ token: Token) throws(SyntaxError) {
    guard count < capacity else {
      throw SyntaxError(reason: .tooManyTokens(limit: capacity), offset: position)
    }
    (out + count).initialize(to: token)
    count &+= 1
  }

  @inline(__always)
  func byte(_ offset: Int) -> UInt8 { base.load(fromByteOffset: offset, as: UInt8.self) }
}
