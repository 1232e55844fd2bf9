import Synchronization

/// Keeps other web pages, users and host names away from the studio.
///
/// Any web page can send requests to the loopback interface or point its own host name there. Checking `Host` stops
/// DNS rebinding. Checking `Origin` stops other pages' requests and WebSockets; checking the media type stops forms.
/// The token stops the machine's other users.
struct RequestPolicy: Sendable {
  /// Paths below this one require the token.
  static let root = "/api/"
  static let livePath = "/api/live"

  let token: SecretToken
  let hosts: [String]

  init(token: SecretToken, port: UInt16) {
    self.token = token
    hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
  }

  func refusal(_ request: HTTPRequest) -> HTTPResponse? {
    guard let host = request["host"], hosts.contains(host) else {
      return .refusal(421, "badHost", "this studio responds only to the host name \(hosts[0])")
    }
    let isLive = request.path == RequestPolicy.livePath
    let changes = request.method != "GET" && request.method != "HEAD"
    if request.count(of: "origin") > 0 || changes || isLive {
      guard let origin = request["origin"], hosts.contains(where: { origin == "http://\($0)" }) else {
        return .refusal(
          403, "badOrigin", "this request must come from the studio's own page (Origin: http://\(hosts[0]))")
      }
    }
    if let site = request["sec-fetch-site"], request.path.hasPrefix(RequestPolicy.root), site != "same-origin" {
      return .refusal(403, "badOrigin", "this request must come from the studio's own page")
    }
    guard request.path.hasPrefix(RequestPolicy.root) else { return nil }
    let given = (isLive ? request.query["token"] : request["x-thrum-token"]) ?? ""
    guard token.isEqual(to: given) else {
      return .refusal(
        401, "badToken", "open the address that `thrum studio` printed: it contains this run's token")
    }
    let hasFile = request.path.hasPrefix(AskRoutes.root) && request["content-type"] == AskRoutes.withFile
    if changes, !hasFile, !isJSON(request["content-type"]) {
      return .refusal(415, "notJSON", "the request body must be application/json")
    }
    return nil
  }

  static let fields =
    SafetyFields.fields(
      "img-src 'self' blob: data:; worker-src 'self'; media-src blob:", referrer: "same-origin")
    // Browsers honour this field only on loopback and over TLS.
    + [("Cross-Origin-Opener-Policy", "same-origin")]
}

/// Ignores the parameters of a `Content-Type`.
func isJSON(_ type: String?) -> Bool {
  let name = type?.split(separator: ";").first.map { $0.filter { $0 != " " }.lowercased() }
  return name == "application/json"
}

/// The request policy, which refuses everything until the port is known.
final class PolicyGate: Sendable {
  private let policy = Mutex<RequestPolicy?>(nil)

  func open(_ policy: RequestPolicy) { self.policy.withLock { $0 = policy } }

  func refusal(_ request: HTTPRequest) -> HTTPResponse? {
    guard let policy = policy.withLock({ $0 }) else {
      return .refusal(503, "starting", "the studio is starting")
    }
    return policy.refusal(request)
  }
}

/// Header fields of every response: own scripts only, no framing, no caching, no type sniffing.
enum SafetyFields {
  /// - Parameter sources: further directives of the content security policy.
  static func fields(_ sources: String, referrer: String) -> [(name: String, value: String)] {
    [
      (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \(sources); base-uri 'none'; "
          + "form-action 'none'; frame-ancestors 'none'"
      ),
      ("X-Frame-Options", "DENY"),
      ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", referrer),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Cache-Control", "no-store"),
    ]
  }
}

/// Refuses requests to the phone page based on their heads. The only request that changes anything is a code exchange.
struct PhonePolicy: Sendable {
  /// Requests below this path need a session.
  static let root = "/api/"
  static let exchangePath = "/api/session"
  static let limits = HTTPServer.Limits(
    connections: 32, clientConnections: 8, idleSeconds: 30, requestSeconds: 30, headBytes: 8192, bodyBytes: 256,
    webSockets: 0)

  static let fields = SafetyFields.fields("img-src 'self'; media-src blob:", referrer: "no-referrer")

  /// Accepted `Host` values, without the port if it is 80.
  let hosts: [String]
  let port: UInt16

  init(address: IPv4Address, port: UInt16) {
    self.port = port
    hosts = ["\(address):\(port)"] + (port == 80 ? ["\(address)"] : [])
  }

  /// Refuses requests that are never allowed. Sessions are checked elsewhere.
  func refusal(_ request: HTTPRequest) -> HTTPResponse? {
    guard hosts.contains(request["host"] ?? "") else {
      return .refusal(421, "badHost", "open this page at its IP address, as in the QR code")
    }
    let isExchange = request.method == "POST" && request.path == PhonePolicy.exchangePath
    if request.count(of: "origin") > 0 || isExchange {
      guard let origin = request["origin"], hosts.contains(where: { "http://\($0)" == origin }) else {
        return .refusal(403, "badOrigin", "this request must come from the phone page itself")
      }
    }
    if let site = request["sec-fetch-site"], request.path.hasPrefix(PhonePolicy.root), site != "same-origin" {
      return .refusal(403, "badOrigin", "this request must come from the phone page itself")
    }
    let isExchangePath = request.path == PhonePolicy.exchangePath
    guard isExchange || !isExchangePath && ["GET", "HEAD"].contains(request.method) else {
      return .notAllowed(isExchangePath ? "POST" : "GET, HEAD")
    }
    if isExchange, !isJSON(request["content-type"]) {
      return .refusal(415, "notJSON", "the request body must be application/json")
    }
    return nil
  }
}

/// Limits the requests from each address with a token bucket. Times are in seconds, on any monotonic clock.
struct RequestRate: Sendable {
  let perSecond: Double
  /// Requests allowed at once.
  let burst: Double

  /// Maximum number of remembered addresses. The address whose last request is oldest is forgotten first.
  static let addresses = 256

  private struct Bucket {
    var level: Double
    var time: Double
  }

  private var buckets: [IPv4Address: Bucket] = [:]

  var count: Int { buckets.count }

  init(perSecond: Double, burst: Double) {
    self.perSecond = perSecond
    self.burst = burst
  }

  mutating func admit(_ address: IPv4Address, now: Double) -> Bool {
    var bucket = buckets[address] ?? Bucket(level: burst, time: now)
    bucket.level = min(burst, bucket.level + max(0, now - bucket.time) * perSecond)
    bucket.time = max(bucket.time, now)
    defer { keep(bucket, of: address) }
    guard bucket.level >= 1 else { return false }
    bucket.level -= 1
    return true
  }

  private mutating func keep(_ bucket: Bucket, of address: IPv4Address) {
    buckets[address] = bucket
    guard buckets.count > RequestRate.addresses else { return }
    if let oldest = buckets.min(by: { $0.value.time < $1.value.time }) { buckets[oldest.key] = nil }
  }
}
