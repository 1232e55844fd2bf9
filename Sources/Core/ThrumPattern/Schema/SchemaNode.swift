/// A JSON value that can be written as a Swift literal.
struct SchemaNode {
  var value: JSONValue

  init(_ members: [(String, SchemaNode)]) {
    value = .object(JSONObject(members.map { JSONObject.Member(name: $0.0, value: $0.1.value) }))
  }

  init(_ text: String) { value = .string(text) }

  init(_ number: Double) { value = .number(number == number.rounded() ? "\(Int(number))" : "\(number)") }

  init(_ elements: [SchemaNode]) { value = .array(elements.map { $0.value }) }

  func with(_ more: SchemaNode) -> SchemaNode {
    guard case .object(let own) = value, case .object(let others) = more.value else { return self }
    var result = self
    result.value = .object(JSONObject(own.members + others.members))
    return result
  }

  var isEmpty: Bool { if case .object(let object) = value { object.isEmpty } else { false } }
}

extension SchemaNode: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral members: (String, SchemaNode)...) { self.init(members) }
}

extension SchemaNode: ExpressibleByArrayLiteral {
  init(arrayLiteral elements: SchemaNode...) { self.init(elements) }
}

extension SchemaNode: ExpressibleByStringInterpolation {
  init(stringLiteral text: String) { value = .string(text) }
}

extension SchemaNode: ExpressibleByBooleanLiteral {
  init(booleanLiteral flag: Bool) { value = .bool(flag) }
}

extension SchemaNode: ExpressibleByIntegerLiteral {
  init(integerLiteral number: Int) { value = .number("\(number)") }
}
