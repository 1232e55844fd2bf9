/// Answers requests, however they arrive: `HTTPServer` asks it from libmicrohttpd's callbacks, tests ask it directly.
///
/// - Thread: any; `response(to:)` runs on the caller's.
struct HTTPResponder: Sendable {
  /// Looks at a request's head alone, before its body is read; a response refuses it.
  let guardHead: @Sendable (HTTPRequest) -> HTTPResponse?
  /// Answers a request that was not refused.
  let handler: @Sendable (HTTPRequest) -> HTTPResponse
  /// Bytes of a request's body.
  let bodyBytes: Int

  /// Why a request is refused by its head, `nil` when it is not: what the owner says, and bodies whose stated length is too long.
  func refusal(_ head: HTTPRequest) -> HTTPResponse? {
    if let refusal = guardHead(head) { return refusal }
    guard let length = head["content-length"].flatMap({ Int($0) }), length > bodyBytes else { return nil }
    return tooLong
  }

  /// Takes a part of the body of a request whose head was not refused.
  func append(_ part: some Collection<UInt8>, to arrival: inout IncomingRequest) {
    guard !arrival.isTooLong else { return }
    guard arrival.request.body.count + part.count <= bodyBytes else {
      arrival.isTooLong = true
      arrival.request.body = []
      return
    }
    arrival.request.body.append(contentsOf: part)
  }

  /// Answers a request that has arrived whole.
  ///
  /// - Parameter isAbandoned: see ``HTTPRequest/isAbandoned``.
  func response(
    to arrival: IncomingRequest, isAbandoned: @escaping @Sendable () -> Bool = { false }
  ) -> HTTPResponse {
    if arrival.isTooLong { return tooLong }
    var request = arrival.request
    request.isAbandoned = isAbandoned
    return handler(request)
  }

  private var tooLong: HTTPResponse {
    .refusal(413, "tooLong", "a request's body may have \(bodyBytes >> 20) MB at most")
  }
}

/// A request while it arrives.
struct IncomingRequest: Sendable {
  fileprivate(set) var request: HTTPRequest
  /// Whether its body was dropped because it is too long.
  fileprivate(set) var isTooLong = false

  init(_ head: HTTPRequest) { request = head }
}
