import FoundationEssentials
import Glibc
import ThrumPattern

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
