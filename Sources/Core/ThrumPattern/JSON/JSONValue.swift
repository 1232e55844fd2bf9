extension JSONValue {
  var isShort: Bool {
    switch self {
    case .null, .bool: true
    case .number(let text), .string(let text): text.utf8.count <= 32
    case .array(let elements): elements.isEmpty
    case .object(let object): object.isEmpty
    }
  }
}

/// Any JSON value, used to preserve content that Thrum does not recognise.
public indirect enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// Number literal, with every digit.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}
