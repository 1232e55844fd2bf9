extension JSONWriter {
  /// A literal that is not a JSON number becomes `null`.
  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: raw("null")
    case .bool(let flag): boolean(flag)
    case .number(let literal): raw(Self.isNumber(literal) ? literal : "null")
    case .string(let text): string(text)
    case .array(let elements):
      open(Byte.openBracket, inline: elements.count <= 8 && elements.allSatisfy(\.isShort))
      for element in elements { self.value(element) }
      close(Byte.closeBracket)
    case .object(let object): self.object(object)
    }
  }

  package mutating func object(_ object: JSONObject) {
    open(Byte.openBrace, inline: object.members.count <= 3 && object.members.allSatisfy(\.value.isShort))
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

extension JSONValue {
  fileprivate var isShort: Bool {
    switch self {
    case .null, .bool: true
    case .number(let text), .string(let text): text.utf8.count <= 32
    case .array(let elements): elements.isEmpty
    case .object(let object): object.isEmpty
    }
  }
}
