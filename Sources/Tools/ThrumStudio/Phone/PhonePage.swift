import CLinux
import FoundationEssentials
import ThrumPattern
import ThrumSystem

/// A server whose page shows and plays the studio's open pattern on phones.
package final class PhonePage: Sendable {
  let desk: PhoneDesk
  private let server: HTTPServer

  /// - Parameter report: receives a line about each phone that connects.
  /// - Throws: ``StudioError`` if the address or port is unavailable, or no thread can be created.
  package convenience init(
    _ place: PhonePlace, draw: @escaping PhonePicture, report: @escaping @Sendable (String) -> Void
  ) throws(StudioError) {
    let desk = PhoneDesk(
      address: place.address, now: { Double(thrum_monotonic_nanoseconds()) * 1e-9 }, draw: draw,
      report: { report("A phone has connected: \($0), \($1).") })
    try self.init(desk, port: place.port, limits: PhonePolicy.limits)
  }

  init(_ desk: PhoneDesk, port: UInt16 = 0, limits: HTTPServer.Limits) throws(StudioError) {
    self.desk = desk
    let service = PhoneService(desk, limits: limits)
    server = HTTPServer(address: desk.address, limits: limits, responder: service.responder)
    service.open(port: try server.start(ports: [port]))
  }

  deinit { server.stop() }

  package func stop() { server.stop() }

  /// Address with a code that works once.
  package var link: String { desk.link ?? "" }

  /// Returns the link as a QR code for a terminal; see ``QRCode/halfBlocks(isColored:)``.
  package func terminalCode(isColored: Bool) throws(StudioError) -> [String] {
    try QRCode(link).halfBlocks(isColored: isColored)
  }
}

/// A phone page without its server.
struct PhoneService: Sendable {
  let responder: HTTPResponder
  private let desk: PhoneDesk

  init(_ desk: PhoneDesk, limits: HTTPServer.Limits = PhonePolicy.limits) {
    self.desk = desk
    let routes = PhonePageRoutes(desk: desk)
    responder = HTTPResponder(
      guardHead: { routes.refusal($0) }, handler: { routes.answer($0) }, bodyBytes: limits.bodyBytes,
      fields: PhonePolicy.fields)
  }

  func open(port: UInt16) { desk.open(port: port) }
}

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
