/// Writes itself as JSON without Foundation, so that the server of the studio and the module in a browser answer alike.
package protocol JSONWritable {
  /// Writes one value.
  func write(to writer: inout JSONWriter)
}

extension JSONWritable {
  /// The value as JSON in UTF-8, without white space.
  package var json: [UInt8] {
    var writer = JSONWriter(pretty: false)
    write(to: &writer)
    return writer.bytes
  }
}

extension JSONWriter {
  /// Writes an object, whose members `body` writes.
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    open(Byte.openBrace)
    body(&self)
    close(Byte.closeBrace)
  }

  /// Writes an array of elements, each by `write`.
  package mutating func array<Element>(_ elements: [Element], _ write: (inout JSONWriter, Element) -> Void) {
    open(Byte.openBracket)
    for element in elements { write(&self, element) }
    close(Byte.closeBracket)
  }

  package mutating func member(_ name: String, _ value: String) {
    self.name(name)
    string(value)
  }

  package mutating func member(_ name: String, _ value: Double) {
    self.name(name)
    number(value)
  }

  package mutating func member(_ name: String, _ value: Int) {
    self.name(name)
    raw(String(value))
  }

  package mutating func member(_ name: String, _ value: Bool) {
    self.name(name)
    boolean(value)
  }

  /// Writes nothing for `nil`.
  package mutating func member(_ name: String, ifPresent value: String?) {
    if let value { member(name, value) }
  }

  /// Writes nothing for `nil`.
  package mutating func member(_ name: String, ifPresent value: Double?) {
    if let value { member(name, value) }
  }

  /// Writes nothing for `nil`.
  package mutating func member(_ name: String, ifPresent value: Int?) {
    if let value { member(name, value) }
  }

  package mutating func member<Element: JSONWritable>(_ name: String, _ values: [Element]) {
    self.name(name)
    array(values) { writer, value in value.write(to: &writer) }
  }

  package mutating func member(_ name: String, _ values: [String]) {
    self.name(name)
    array(values) { writer, value in writer.string(value) }
  }

  package mutating func member(_ name: String, _ values: [Float]) {
    self.name(name)
    array(values) { writer, value in writer.raw(value.isFinite ? value.description : "null") }
  }
}

// The command writes its answers as JSON with Foundation's encoder. Embedded Swift has no such protocols; there, a type
// that names them conforms to nothing.
#if hasFeature(Embedded)
  /// See the other declaration.
  public protocol JSONEncodable {}
  /// See the other declaration.
  public protocol JSONKey {}
#else
  /// Can be written as JSON by the command.
  public typealias JSONEncodable = Encodable
  /// Name of a member.
  public typealias JSONKey = CodingKey
#endif
