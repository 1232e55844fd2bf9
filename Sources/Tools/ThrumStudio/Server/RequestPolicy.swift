/// Who may ask for what: the lines that keep other web pages, other users and other names away from the studio.
///
/// A page of anywhere can make a browser send requests to the loopback interface, and can make its own name point there.
/// Each of these stops a way in: the exact names of the host (DNS rebinding), the origin (other pages' requests and
/// WebSockets), the token (other users of the machine, who see our port but not the printed address), the media type
/// (forms, which can send text but no JSON).
struct RequestPolicy: Sendable {
  /// The token of this run.
  let token: String
  /// The hosts by which the page is reached, `127.0.0.1:PORT` and `localhost:PORT`.
  let hosts: [String]

  init(token: String, port: UInt16) {
    self.token = token
    hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
  }

  /// Why a request is refused by its head; `nil` when it is not.
  func refusal(_ request: HTTPRequest) -> HTTPResponse? {
    guard let host = request["host"], hosts.contains(host) else {
      return .refusal(421, "badHost", "this is the studio of \(hosts[0]), and responds to that name only")
    }
    let isLive = request.path == StudioRoutes.livePath
    let changes = request.method != "GET" && request.method != "HEAD"
    if request.count(of: "origin") > 0 || changes || isLive {
      guard let origin = request["origin"], hosts.contains(where: { origin == "http://\($0)" }) else {
        return .refusal(
          403, "badOrigin", "such requests come from the studio's own page, with the header Origin: http://\(hosts[0])")
      }
    }
    if let site = request["sec-fetch-site"], request.path.hasPrefix(StudioRoutes.root), site != "same-origin" {
      return .refusal(403, "badOrigin", "requests come from the studio's own page")
    }
    guard request.path.hasPrefix(StudioRoutes.root) else { return nil }
    let given = (isLive ? request.query["token"] : request["x-thrum-token"]) ?? ""
    guard isToken(given) else {
      return .refusal(
        401, "badToken", "open the address that `thrum studio` has printed: it holds the token of this run")
    }
    if changes, !isJSON(request["content-type"]) {
      return .refusal(415, "notJSON", "bodies are application/json")
    }
    return nil
  }

  /// Compares in a time that does not tell how far a guess was right.
  private func isToken(_ guess: String) -> Bool {
    let (a, b) = (Array(guess.utf8), Array(token.utf8))
    var difference = a.count ^ b.count
    for index in b.indices { difference |= Int(index < a.count ? a[index] : 0) ^ Int(b[index]) }
    return difference == 0
  }

  private func isJSON(_ type: String?) -> Bool {
    let name = type?.split(separator: ";").first.map { $0.filter { $0 != " " }.lowercased() }
    return name == "application/json"
  }

  /// 128 random bits as text.
  static func makeToken() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(random.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// What every answer tells the browser: no script but ours, no frame around us, nothing kept, nothing guessed.
  static let fields: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
        + "worker-src 'self'; media-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("X-Frame-Options", "DENY"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
  ]
}

extension HTTPResponse {
  /// A refusal, as the page shows it.
  static func refusal(_ status: Int, _ code: String, _ message: String) -> HTTPResponse {
    .json(Refusal(error: Refusal.Content(code: code, message: message)), status: status)
  }

  private struct Refusal: Encodable {
    struct Content: Encodable {
      var code: String
      var message: String
    }
    var error: Content
  }
}
