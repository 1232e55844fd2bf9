/// The studio's requests about the phone page.
struct PhoneRoutes: Sendable {
  static let root = "/api/phone"

  /// `nil` without `--phone`.
  let desk: PhoneDesk?
  let folder: StudioFolder?
  let motors: StudioMotors

  private struct Facts: Encodable {
    struct Code: Encodable {
      /// Modules along one side, including the margin.
      var width: Int
      var path: String

      init(_ code: QRCode) {
        width = code.width + 2 * QRCode.margin
        path = code.path
      }
    }

    var link: String?
    var code: Code?
    var problem: String?
    /// Browsers on the connected phones.
    var phones: [String]

    init(_ desk: PhoneDesk) {
      link = desk.link
      phones = desk.present.map(\.description)
      guard let link else { return }
      do throws(StudioError) { code = Code(try QRCode(link)) } catch { problem = error.description }
    }
  }

  func facts() -> HTTPResponse { using { .json(Facts($0)) } }

  struct Shown: Decodable {
    /// `null` if no pattern is open.
    var text: String?
    var path: String?
    var actuator: String?
  }

  func show(_ shown: Shown) -> HTTPResponse {
    using { desk in
      do throws(StudioError) {
        let settings = try SoundSettings(actuator: shown.actuator, monitor: nil, gain: nil, of: motors)
        desk.show(shown.text, path: shown.path ?? "", folder: folder, settings: settings)
      } catch { return .refusal(400, "badSettings", error.description) }
      return .json(Facts(desk))
    }
  }

  func renewCode() -> HTTPResponse {
    using { desk in
      desk.renewCode()
      return .json(Facts(desk))
    }
  }

  func disconnectAll() -> HTTPResponse {
    using { desk in
      desk.disconnectAll()
      return .json(Facts(desk))
    }
  }

  private func using(_ body: (PhoneDesk) -> HTTPResponse) -> HTTPResponse {
    guard let desk else { return .refusal(404, "noPhonePage", "the studio was started without --phone") }
    return body(desk)
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
