import ThrumPattern

struct XMLTag: Equatable {
  struct Attribute: Equatable {
    var name: String
    var value: String
    var offset: Int
  }

  enum Kind: Equatable {
    /// An empty tag, `<name …/>`, has no end tag.
    case start(isEmpty: Bool)
    case end
  }

  var kind: Kind
  var name: String
  var attributes: [Attribute] = []
  /// Byte offset of `<`.
  var offset: Int

  subscript(name: String) -> Attribute? { attributes.first { $0.name == name } }
}

struct XMLError: Error, Equatable {
  var code = DiagnosticCode.badEffect
  var message: String
  var remedy = "Fix the XML here."
  var offset: Int
}

/// Reads elements, comments and declarations. Rejects text content and document types (decision 0041).
struct XMLTagReader {
  private let text: [UInt8]
  private var position: Int
  /// Limit on a tag's attributes. The grammar allows at most four.
  private static let mostAttributes = 8

  init(_ text: [UInt8], from start: Int) {
    self.text = text
    position = start
  }

  mutating func next() throws(XMLError) -> XMLTag? {
    while true {
      skipSpace()
      guard position < text.count else { return nil }
      guard text[position] == UInt8(ascii: "<") else {
        throw XMLError(message: "there is text between the tags", remedy: "Remove it.", offset: position)
      }
      if begins("<!--") {
        try skip(behind: "-->", "this comment is not closed")
      } else if begins("<?") {
        try skip(behind: "?>", "this declaration is not closed")
      } else if begins("<!") {
        throw XMLError(
          message: "a document type or CDATA is not allowed here", remedy: "Remove it.", offset: position)
      } else {
        return try tag()
      }
    }
  }

  private mutating func tag() throws(XMLError) -> XMLTag {
    let begin = position
    position += 1
    let isEnd = byte == UInt8(ascii: "/")
    if isEnd { position += 1 }
    let name = try self.name("the name of a tag")
    var tag = XMLTag(kind: isEnd ? .end : .start(isEmpty: false), name: name, offset: begin)
    while true {
      let hadSpace = skipSpace()
      guard let byte else { throw XMLError(message: "the tag `\(quoted(name))` is not closed", offset: begin) }
      if byte == UInt8(ascii: ">") {
        position += 1
        return tag
      }
      guard !isEnd else { throw XMLError(message: "`</\(quoted(name))` must end in `>`", offset: position) }
      if begins("/>") {
        position += 2
        tag.kind = .start(isEmpty: true)
        return tag
      }
      guard hadSpace else { throw XMLError(message: "a space is missing before this attribute", offset: position) }
      let attribute = try attribute()
      guard tag[attribute.name] == nil, tag.attributes.count < XMLTagReader.mostAttributes else {
        throw XMLError(
          message: tag[attribute.name] == nil
            ? "`\(quoted(name))` has too many attributes" : "duplicate attribute `\(quoted(attribute.name))`",
          remedy: "Remove it.",
          offset: attribute.offset)
      }
      tag.attributes.append(attribute)
    }
  }

  private mutating func attribute() throws(XMLError) -> XMLTag.Attribute {
    let begin = position
    let name = try self.name("the name of an attribute")
    skipSpace()
    guard byte == UInt8(ascii: "=") else {
      throw XMLError(message: "`=` is missing after `\(quoted(name))`", offset: position)
    }
    position += 1
    skipSpace()
    guard let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw XMLError(message: "the value of `\(quoted(name))` must be in quotes", offset: position)
    }
    position += 1
    let start = position
    guard let end = text[start...].firstIndex(of: quote), !text[start..<end].contains(UInt8(ascii: "<")) else {
      throw XMLError(message: "the value of `\(quoted(name))` has no closing quote", offset: start - 1)
    }
    position = end + 1
    let value = String(decoding: text[start..<end], as: UTF8.self)
    guard !text[start..<end].contains(UInt8(ascii: "&")) else {
      throw XMLError(
        message: "the value of `\(quoted(name))` has a character reference",
        remedy: "Write numbers and names as plain text.", offset: start)
    }
    return XMLTag.Attribute(name: name, value: value, offset: begin)
  }

  private mutating func name(_ what: String) throws(XMLError) -> String {
    let begin = position
    while let byte, isNameByte(byte) { position += 1 }
    guard position > begin else { throw XMLError(message: "expected \(what)", offset: begin) }
    return String(decoding: text[begin..<position], as: UTF8.self)
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
      UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }

  private var byte: UInt8? { position < text.count ? text[position] : nil }

  private func begins(_ part: String) -> Bool { text[position...].starts(with: part.utf8) }

  private mutating func skip(behind end: String, _ message: String) throws(XMLError) {
    let begin = position
    while position < text.count {
      if begins(end) {
        position += end.utf8.count
        return
      }
      position += 1
    }
    throw XMLError(message: message, offset: begin)
  }

  @discardableResult private mutating func skipSpace() -> Bool {
    let begin = position
    while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    return position > begin
  }
}
