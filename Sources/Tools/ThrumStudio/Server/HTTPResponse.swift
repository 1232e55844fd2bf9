import FoundationEssentials
import Glibc
import ThrumPattern

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

  static func json(_ answer: some JSONWritable) -> HTTPResponse {
    HTTPResponse(200, type: "application/json", answer.json)
  }

  static func content(type: String, _ body: [UInt8]) -> HTTPResponse { HTTPResponse(200, type: type, body) }

  /// A file of a page. Its name gives the type.
  static func content(_ name: String, _ body: [UInt8]) -> HTTPResponse {
    let suffix = name.split(separator: ".").last.map(String.init) ?? ""
    return content(type: types[suffix] ?? "application/octet-stream", body)
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
  ]
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

/// Answers requests from `HTTPServer`, or from tests.
struct HTTPResponder: Sendable {
  /// Refuses a request based on its head, before its body is read.
  let guardHead: @Sendable (HTTPRequest) -> HTTPResponse?
  let handler: @Sendable (HTTPRequest) -> HTTPResponse
  let bodyBytes: Int
  let fields: [(name: String, value: String)]

  func refusal(_ head: HTTPRequest) -> HTTPResponse? {
    if let refusal = guardHead(head) { return complete(refusal) }
    guard let length = head["content-length"].flatMap({ Int($0) }), length > bodyBytes else { return nil }
    return complete(tooLong)
  }

  func append(_ part: some Collection<UInt8>, to arrival: inout IncomingRequest) {
    guard !arrival.isTooLong else { return }
    guard arrival.request.body.count + part.count <= bodyBytes else {
      arrival.isTooLong = true
      arrival.request.body = []
      return
    }
    arrival.request.body.append(contentsOf: part)
  }

  func response(
    to arrival: IncomingRequest, isAbandoned: @escaping @Sendable () -> Bool = { false }
  ) -> HTTPResponse {
    if arrival.isTooLong { return complete(tooLong) }
    var request = arrival.request
    request.isAbandoned = isAbandoned
    return complete(handler(request))
  }

  func complete(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    response.fields += fields
    return response
  }

  private var tooLong: HTTPResponse {
    let most = bodyBytes < 1 << 20 ? "\(bodyBytes) bytes" : "\(bodyBytes >> 20) MB"
    return .refusal(413, "tooLong", "a request body may be at most \(most)")
  }
}

struct IncomingRequest: Sendable {
  fileprivate(set) var request: HTTPRequest
  fileprivate(set) var isTooLong = false

  init(_ head: HTTPRequest) { request = head }
}
