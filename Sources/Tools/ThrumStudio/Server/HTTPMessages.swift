/// What a client asks for, bounded by the server's limits.
struct HTTPRequest: Sendable {
  /// The method, such as `GET`.
  var method: String
  /// The path, percent-decoded.
  var path: String
  /// The arguments of the query by name, decoded; of several of one name the first.
  var query: [String: String] = [:]
  /// The header's fields, names in lower case, in the order of the request.
  var fields: [(name: String, value: String)] = []
  /// The body, as far as the limit allows.
  var body: [UInt8] = []
  /// Whether nobody waits for the answer any more: the client has gone, or the studio ends. Long work asks now and then.
  var isAbandoned: @Sendable () -> Bool = { false }

  /// The value of a header field; `nil` when it is missing, or there more than once.
  subscript(_ name: String) -> String? {
    let found = fields.filter { $0.name == name }
    return found.count == 1 ? found[0].value : nil
  }

  /// How often a header field is there.
  func count(of name: String) -> Int { fields.count { $0.name == name } }
}

/// What a client is answered.
struct HTTPResponse: Sendable {
  /// The status code.
  var status: Int
  /// Header fields beside those that every answer has.
  var fields: [(name: String, value: String)]
  /// The body.
  var body: [UInt8]
  /// Takes the connection over as a WebSocket, on a thread of its own; the connection ends when this returns.
  var takeOver: (@Sendable (WebSocket) -> Void)?

  init(_ status: Int, type: String? = nil, _ body: [UInt8] = [], fields: [(name: String, value: String)] = []) {
    self.status = status
    self.body = body
    self.fields = fields + (type.map { [(name: "Content-Type", value: $0)] } ?? [])
  }
}
