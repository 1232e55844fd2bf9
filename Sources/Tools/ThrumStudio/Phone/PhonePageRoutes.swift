import FoundationEssentials
import ThrumPattern

/// See `Docs/StudioProtocol.md`.
struct PhonePageRoutes: Sendable {
  private let desk: PhoneDesk
  private let work: LongWork

  init(desk: PhoneDesk) {
    self.desk = desk
    work = LongWork(now: desk.now)
  }

  /// The name contains the port, because browsers send cookies to all ports of a host.
  private var cookie: String { "thrum-phone-\(desk.policy?.port ?? 0)" }

  func refusal(_ request: HTTPRequest) -> HTTPResponse? {
    guard desk.admitRequest(from: request.client) else { return slower(seconds: 1) }
    guard let policy = desk.policy else { return .refusal(503, "starting", "the phone page is starting") }
    if let refusal = policy.refusal(request) { return refusal }
    guard request.path.hasPrefix(PhonePolicy.root) else { return nil }
    if request.path == PhonePolicy.exchangePath {
      return desk.admitExchange(from: request.client) ? nil : slower(seconds: 10)
    }
    guard desk.admit(sessions(request)) else {
      return .refusal(401, "noSession", "scan the QR code that the studio shows")
    }
    return nil
  }

  func answer(_ request: HTTPRequest) -> HTTPResponse {
    work.run(request) { work throws(StudioError) in try answer(request, work) }
  }

  private func answer(_ request: HTTPRequest, _ work: Work<StudioError>) throws(StudioError) -> HTTPResponse {
    switch request.path {
    case PhonePolicy.exchangePath: exchange(request)
    case "/api/state": try state(after: request.query["after"], work)
    case "/api/picture":
      part(
        type: "image/svg+xml", try desk.pattern?.picture(isDark: request.query["theme"] == "dark", work))
    case "/api/sound": part(type: "audio/wav", try desk.pattern?.sound(work))
    case "/api/pattern.ahap": pattern()
    default: page(request.path)
    }
  }

  // MARK: Access

  private struct Exchange: Decodable {
    var code: String
  }

  private func exchange(_ request: HTTPRequest) -> HTTPResponse {
    guard let given = try? JSONDecoder().decode(Exchange.self, from: Data(request.body)) else {
      return .refusal(400, "badJSON", "the body must be an object with a code")
    }
    let name = PhoneName(userAgent: request["user-agent"] ?? "")
    guard let session = desk.exchange(given.code, name: name, from: request.client) else {
      return .refusal(
        401, "badCode", "this code has been used or replaced: choose “New code” in the studio and scan it")
    }
    return HTTPResponse(
      204, fields: [("Set-Cookie", "\(cookie)=\(session); Path=/; HttpOnly; SameSite=Strict")])
  }

  private func sessions(_ request: HTTPRequest) -> [String] {
    (request["cookie"] ?? "").split(separator: ";").prefix(16).compactMap { pair in
      let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      return parts.count == 2 && parts[0] == cookie ? String(parts[1]) : nil
    }
  }

  private func slower(seconds: Int) -> HTTPResponse {
    var refusal = HTTPResponse.refusal(429, "tooFast", "too many requests: wait \(seconds) s")
    refusal.fields.append(("Retry-After", "\(seconds)"))
    return refusal
  }

  // MARK: The pattern

  private func state(after known: String?, _ work: Work<StudioError>) throws(StudioError) -> HTTPResponse {
    if let known, known == "\(desk.version)" { return HTTPResponse(204) }
    return .json(try desk.facts(work))
  }

  private func part(type: String, _ bytes: [UInt8]?) -> HTTPResponse {
    guard let bytes else { return nothing }
    return .content(type: type, bytes)
  }

  private func pattern() -> HTTPResponse {
    guard let pattern = desk.pattern else { return nothing }
    var response = HTTPResponse.content(type: "application/x-ahap+json", Array(pattern.text.utf8))
    response.fields.append(("Content-Disposition", "attachment; filename=\"pattern.ahap\""))
    return response
  }

  private var nothing: HTTPResponse { .refusal(404, "nothing", "the studio shows no pattern that can be played") }

  // MARK: The page

  private func page(_ path: String) -> HTTPResponse {
    let name = path == "/" ? "index.html" : String(path.dropFirst())
    let file = name == "icon.svg" ? "page/icon.svg" : "phone/\(name)"
    guard path.hasPrefix("/"), let bytes = StudioLibrary.file(file) else {
      return .refusal(404, "notFound", "there is no page at this address")
    }
    return .content(type: StudioRoutes.type(of: name), bytes)
  }
}
