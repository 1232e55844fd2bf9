import ThrumPattern

/// A message of JSON-RPC 2.0, whose envelope is read first: what is wrong inside a request is answered with its id.
enum AgentMessage {
  case request(Identifier, method: String, JSONObject)
  case notification(method: String, JSONObject)
  /// An answer, or nothing: no reply is due.
  case ignored
  case wrong(Identifier?, Code, String)

  enum Code: Int {
    case parse = -32700
    case request = -32600
    case method = -32601
    case parameters = -32602
    case busy = -32000
  }

  /// A number, as it was written, or a text.
  enum Identifier: Hashable, Sendable {
    case number(String)
    case text(String)
  }

  init(_ value: JSONValue) {
    guard case .object(let object) = value else {
      self = .wrong(nil, .request, "a message is an object, not \(AgentMessage.kind(of: value))")
      return
    }
    let id: Identifier?
    switch object["id"] {
    case .number(let literal): id = .number(literal)
    case .string(let text): id = .text(text)
    case nil: id = nil
    case let other?:
      self = .wrong(nil, .request, "the id of a request is a text or a number, not \(AgentMessage.kind(of: other))")
      return
    }
    if object["method"] == nil, object["result"] != nil || object["error"] != nil {
      self = .ignored
      return
    }
    guard object["jsonrpc"] == .string("2.0"), case .string(let method) = object["method"] else {
      self = .wrong(id, .request, "a request has the members jsonrpc, which is “2.0”, and method, which is a text")
      return
    }
    switch object["params"] {
    case nil, .null: self = AgentMessage.made(id, method, JSONObject())
    case .object(let parameters): self = AgentMessage.made(id, method, parameters)
    case let other?:
      let words = "params is an object, not \(AgentMessage.kind(of: other))"
      self = id == nil ? .ignored : .wrong(id, .parameters, words)
    }
  }

  private static func made(_ id: Identifier?, _ method: String, _ parameters: JSONObject) -> AgentMessage {
    id.map { .request($0, method: method, parameters) } ?? .notification(method: method, parameters)
  }

  /// Names a kind of value for a message.
  static func kind(of value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool: "true or false"
    case .number(let literal): "the number \(quoted(literal))"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  // MARK: Answers

  static func answered(_ id: Identifier, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    message(id) { writer in
      writer.name("result")
      body(&writer)
    }
  }

  static func failed(_ id: Identifier?, _ code: Code, _ words: String) -> [UInt8] {
    message(id) { writer in
      writer.name("error")
      writer.object { writer in
        writer.member("code", code.rawValue)
        writer.member("message", words)
      }
    }
  }

  private static func message(_ id: Identifier?, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(pretty: false)
    writer.object { writer in
      writer.member("jsonrpc", "2.0")
      writer.name("id")
      switch id {
      case .number(let literal): writer.value(.number(literal))
      case .text(let text): writer.string(text)
      case nil: writer.raw("null")
      }
      body(&writer)
    }
    return writer.bytes
  }
}
