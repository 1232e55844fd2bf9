import FoundationEssentials
import Glibc
import ThrumPattern

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
