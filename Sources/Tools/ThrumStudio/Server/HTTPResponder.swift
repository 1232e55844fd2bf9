/// Answers requests from `HTTPServer`, or directly in tests.
struct HTTPResponder: Sendable {
  /// Refuses a request based on its head, before its body is read.
  let guardHead: @Sendable (HTTPRequest) -> HTTPResponse?
  let handler: @Sendable (HTTPRequest) -> HTTPResponse
  let bodyBytes: Int

  /// Returns a response if `guardHead` refuses the request or its `Content-Length` is too large.
  func refusal(_ head: HTTPRequest) -> HTTPResponse? {
    if let refusal = guardHead(head) { return refusal }
    guard let length = head["content-length"].flatMap({ Int($0) }), length > bodyBytes else { return nil }
    return tooLong
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
    if arrival.isTooLong { return tooLong }
    var request = arrival.request
    request.isAbandoned = isAbandoned
    return handler(request)
  }

  private var tooLong: HTTPResponse {
    .refusal(413, "tooLong", "a request body may be at most \(bodyBytes >> 20) MB")
  }
}

struct IncomingRequest: Sendable {
  fileprivate(set) var request: HTTPRequest
  /// Whether the body was too long and was dropped.
  fileprivate(set) var isTooLong = false

  init(_ head: HTTPRequest) { request = head }
}
