/// Writes JSON in UTF-8. Numbers have the shortest form that reads back exactly, in any locale.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  private let isPretty: Bool
  private var levels: [Level] = []
  private var isBehindName = false

  private struct Level {
    var isInline: Bool
    var isEmpty = true
  }

  package init(pretty: Bool) { isPretty = pretty }

  /// Opens an array or object, on a single line if `inline`.
  package mutating func open(_ bracket: UInt8, inline: Bool = false) {
    separate()
    bytes.append(bracket)
    levels.append(Level(isInline: inline || levels.last?.isInline == true))
  }

  package mutating func close(_ bracket: UInt8) {
    guard let level = levels.popLast() else { return }
    if !level.isEmpty { level.isInline ? space() : newLine() }
    bytes.append(bracket)
  }

  package mutating func name(_ name: String) {
    separate()
    quote(name)
    bytes.append(Byte.colon)
    space()
    isBehindName = true
  }

  /// The name must not need escapes.
  mutating func name(plain name: StaticString) {
    separate()
    bytes.append(Byte.quote)
    // Safety: a literal of more than one character has a pointer to that many bytes.
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(Byte.quote)
    bytes.append(Byte.colon)
    space()
    isBehindName = true
  }

  /// Writes `null` for an infinity or NaN.
  package mutating func number(_ value: Double) { raw(value.isFinite ? value.description : "null") }

  package mutating func boolean(_ value: Bool) { raw(value ? "true" : "false") }

  package mutating func string(_ value: String) {
    separate()
    quote(value)
  }

  package mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func finish() {
    if isPretty { bytes.append(Byte.lineFeed) }
  }

  private mutating func separate() {
    if isBehindName {
      isBehindName = false
      return
    }
    guard let level = levels.last else { return }
    if !level.isEmpty { bytes.append(Byte.comma) }
    levels[levels.count - 1].isEmpty = false
    level.isInline ? space() : newLine()
  }

  private mutating func space() {
    if isPretty { bytes.append(Byte.space) }
  }

  private mutating func newLine() {
    guard isPretty else { return }
    bytes.append(Byte.lineFeed)
    for _ in levels { bytes.append(contentsOf: [Byte.space, Byte.space]) }
  }

  private mutating func quote(_ text: String) {
    bytes.append(Byte.quote)
    for byte in text.utf8 {
      switch byte {
      case Byte.quote, Byte.backslash: escape(byte)
      case 0x0A: escape(0x6E)
      case 0x0D: escape(0x72)
      case 0x09: escape(0x74)
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes.append(contentsOf: "\\u00\(digits.utf8.count < 2 ? "0" : "")\(digits)".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(Byte.quote)
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(Byte.backslash)
    bytes.append(byte)
  }
}

extension JSONWriter {
  /// A literal that is not a JSON number becomes `null`.
  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: raw("null")
    case .bool(let flag): boolean(flag)
    case .number(let literal): raw(Self.isNumber(literal) ? literal : "null")
    case .string(let text): string(text)
    case .array(let elements):
      open(Byte.openBracket, inline: elements.count <= 8 && elements.allSatisfy { $0.isShort })
      for element in elements { self.value(element) }
      close(Byte.closeBracket)
    case .object(let object): self.object(object)
    }
  }

  package mutating func object(_ object: JSONObject) {
    open(Byte.openBrace, inline: object.members.count <= 3 && object.members.allSatisfy { $0.value.isShort })
    members(object)
    close(Byte.closeBrace)
  }

  package mutating func members(_ object: JSONObject) {
    for member in object.members {
      name(member.name)
      value(member.value)
    }
  }

  /// Whether the text is a finite number in RFC 8259 syntax.
  package static func isNumber(_ literal: String) -> Bool {
    guard literal.utf8.first.map({ $0 == Byte.minus || (Byte.zero...Byte.nine).contains($0) }) == true,
      let tape = try? JSONTape(reading: Array(literal.utf8), limits: ReadLimits())
    else { return false }
    return tape.tokens.count == 1 && tape.tokens[0].kind == .number
      && !literal.utf8.contains { $0 <= 0x20 || $0 == Byte.slash }
  }
}
