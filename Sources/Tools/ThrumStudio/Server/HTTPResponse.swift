import FoundationEssentials
import Glibc

struct HTTPRequest: Sendable {
  var method: String
  /// Percent-decoded.
  var path: String
  /// Decoded arguments. If a name is repeated, only its first value counts.
  var query: [String: String] = [:]
  /// Header fields in order, with lower-case names.
  var fields: [(name: String, value: String)] = []
  var body: [UInt8] = []
  var client = IPv4Address.loopback
  /// Whether the client has gone or the studio is stopping. Polled during long tasks.
  var isAbandoned: @Sendable () -> Bool = { false }

  /// A header field's value, or `nil` if the field is missing or repeated.
  subscript(_ name: String) -> String? {
    let found = fields.filter { $0.name == name }
    return found.count == 1 ? found[0].value : nil
  }

  func count(of name: String) -> Int { fields.count { $0.name == name } }
}

struct HTTPResponse: Sendable {
  var status: Int
  var fields: [(name: String, value: String)]
  var body: [UInt8]
  /// Serves the connection as a WebSocket on its own thread. The connection closes on return.
  var takeOver: (@Sendable (WebSocket) -> Void)?

  init(_ status: Int, type: String? = nil, _ body: [UInt8] = [], fields: [(name: String, value: String)] = []) {
    self.status = status
    self.body = body
    self.fields = fields + (type.map { [(name: "Content-Type", value: $0)] } ?? [])
  }
}

extension HTTPResponse {
  static func json(_ value: some Encodable, status: Int = 200) -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = (try? encoder.encode(value)) ?? Data(#"{"error":{"code":"internal","message":"no JSON"}}"#.utf8)
    return HTTPResponse(status, type: "application/json", Array(data))
  }

  static func content(type: String, _ body: [UInt8]) -> HTTPResponse { HTTPResponse(200, type: type, body) }
}

extension HTTPResponse {
  static func refusal(_ status: Int, _ code: String, _ message: String) -> HTTPResponse {
    .json(Refusal(error: Refusal.Content(code: code, message: message)), status: status)
  }

  static func notAllowed(_ methods: String) -> HTTPResponse {
    var refusal = HTTPResponse.refusal(405, "badMethod", "only \(methods) is allowed here")
    refusal.fields.append(("Allow", methods))
    return refusal
  }

  private struct Refusal: Encodable {
    struct Content: Encodable {
      var code: String
      var message: String
    }
    var error: Content
  }
}
