import CLinux
import CQREncode
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
    return .content(name, bytes)
  }
}

/// A QR code, dark on light in every theme.
struct QRCode: Sendable, Equatable {
  /// Modules along one side, without the margin.
  let width: Int
  /// Light modules around the code (ISO/IEC 18004).
  static let margin = 4
  private let modules: [Bool]

  /// - Throws: ``StudioError`` if libqrencode is missing.
  init(_ text: String) throws(StudioError) {
    if let problem = thrum_qr_load() {
      throw StudioError("no QR code: \(String(cString: problem))", kind: .library)
    }
    let bytes = Array(text.utf8)
    var room = [UInt8](repeating: 0, count: Int(THRUM_QR_MODULES))
    width = Int(thrum_qr_encode(bytes, Int32(bytes.count), &room, Int32(room.count)))
    guard width > 0 else { throw StudioError("the text is too long for a QR code") }
    modules = room[..<(width * width)].map { $0 == 1 }
  }

  /// Whether a module is dark. All outside the code are light.
  subscript(x: Int, y: Int) -> Bool {
    guard (0..<width).contains(x), (0..<width).contains(y) else { return false }
    return modules[y * width + x]
  }

  /// SVG path of the dark modules, with the margin's corner as the origin.
  var path: String {
    var path = ""
    for y in 0..<width {
      for x in 0..<width where self[x, y] {
        path += "M\(x + QRCode.margin) \(y + QRCode.margin)h1v1h-1z"
      }
    }
    return path
  }

  /// Returns lines for a terminal, with two modules in each character.
  ///
  /// - Parameter isColored: whether to print black on white. Otherwise the terminal must show light on dark.
  func halfBlocks(isColored: Bool) -> [String] {
    let range = -QRCode.margin..<(width + QRCode.margin)
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
      let line = range.map { x in
        // An odd row count leaves the last half row blank.
        let (upper, lower) = (self[x, y], y + 1 < range.upperBound ? self[x, y + 1] : isColored ? false : true)
        switch (upper == isColored, lower == isColored) {
        case (true, true): return "█"
        case (true, false): return "▀"
        case (false, true): return "▄"
        case (false, false): return " "
        }
      }.joined()
      return isColored ? "\u{1B}[38;5;16;48;5;231m\(line)\u{1B}[0m" : line
    }
  }
}
