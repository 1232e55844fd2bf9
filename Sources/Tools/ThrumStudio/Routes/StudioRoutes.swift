import FoundationEssentials
import Glibc
import ThrumOutput
import ThrumPattern
import ThrumDevice

/// See `Docs/StudioProtocol.md`.
struct StudioRoutes: Sendable {
  /// Paths below this one require the token.
  static let root = "/api/"
  static let livePath = "/api/live"

  private let context: StudioContext
  private let files: FileRoutes
  private let changes: ChangeRoutes
  private let sounds: SoundRoutes
  private let motors: MotorRoutes
  private let shapes: ShapeRoutes
  private let feel: FeelRoutes
  private let takes: TakeRoutes
  private let phone: PhoneRoutes
  private let share: ShareRoutes
  private let generator = GenerateRoutes()

  init(_ context: StudioContext) {
    self.context = context
    let folder = context.folder
    files = FileRoutes(folder: folder, watch: context.watch)
    changes = ChangeRoutes(changer: folder.flatMap { $0.isWritable ? FolderChanger($0) : nil })
    let known = Takes()
    sounds = SoundRoutes(folder: folder, motors: context.motors, takes: known)
    takes = TakeRoutes(takes: known)
    motors = MotorRoutes(motors: context.motors)
    shapes = ShapeRoutes(folder: folder)
    feel = FeelRoutes(motors: context.motors)
    share = ShareRoutes(folder: folder, share: context.share)
    phone = PhoneRoutes(desk: context.phone, folder: folder, motors: context.motors)
  }

  func answer(_ request: HTTPRequest) -> HTTPResponse {
    guard request.path.hasPrefix(StudioRoutes.root) else { return page(request) }
    guard let allowed = StudioRoutes.methods[request.path] else { return nothing }
    guard allowed.contains(request.method) else { return .notAllowed(allowed.joined(separator: ", ")) }
    return switch (request.path, request.method) {
    case ("/api/session", "GET"): .json(SessionFacts(context))
    case ("/api/files", "GET"): files.list()
    case ("/api/shapes", "POST"): reading(request, shapes.shapes)
    case ("/api/file", "GET"): files.read(request.query["path"] ?? "")
    case ("/api/file", "PUT"): reading(request) { changes.save($0, to: request.query["path"] ?? "") }
    case ("/api/move", "POST"): reading(request, changes.move)
    case ("/api/delete", "POST"): reading(request, changes.delete)
    case ("/api/sound", "PUT"): reading(request) { changes.saveSound($0, to: request.query["path"] ?? "") }
    case ("/api/convert", "POST"): reading(request, files.convert)
    case ("/api/generate", "POST"): reading(request) { generator.generate($0, isAbandoned: request.isAbandoned) }
    case ("/api/progress", "GET"): generator.progress(request.query["job"] ?? "")
    case ("/api/export", "POST"): reading(request, sounds.export)
    case ("/api/share", "POST"): reading(request, share.page)
    case ("/api/cure", "POST"): reading(request, sounds.cure)
    case ("/api/feel", "POST"): reading(request, feel.feel)
    case ("/api/feel/cure", "POST"): reading(request, feel.cure)
    case ("/api/analyse", "POST"): reading(request) { sounds.analyse($0, isAbandoned: request.isAbandoned) }
    case ("/api/wave", "POST"): reading(request) { sounds.wave($0, isAbandoned: request.isAbandoned) }
    case ("/api/reach", "GET"): motors.reach(actuator: request.query["actuator"], seconds: request.query["seconds"])
    case ("/api/render", "POST"): reading(request) { sounds.render($0, isAbandoned: request.isAbandoned) }
    case ("/api/take", "POST"): reading(request, sounds.take)
    case ("/api/block", "GET"):
      takes.block(
        request.query["take"] ?? "", request.query["index"] ?? "", isAbandoned: request.isAbandoned)
    case ("/api/match", "GET"):
      takes.match(request.query["take"] ?? "", request.query["other"] ?? "", isAbandoned: request.isAbandoned)
    case (PhoneRoutes.root, "GET"): phone.facts()
    case (PhoneRoutes.root + "/pattern", "POST"): reading(request, phone.show)
    case (PhoneRoutes.root + "/code", "POST"): phone.renewCode()
    case (PhoneRoutes.root + "/disconnect", "POST"): phone.disconnectAll()
    case (StudioRoutes.livePath, "GET"): live(request)
    default: nothing
    }
  }

  private var nothing: HTTPResponse { .refusal(404, "notFound", "there is no page at this address") }

  // MARK: The page

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
  ]

  static func type(of name: String) -> String {
    types[name.split(separator: ".").last.map(String.init) ?? ""] ?? "application/octet-stream"
  }

  /// The methods of each path below ``root``. A path that is missing here has no route.
  static let methods = [
    "/api/session": ["GET"], "/api/files": ["GET"], "/api/shapes": ["POST"],
    "/api/file": ["GET", "PUT"], "/api/move": ["POST"], "/api/delete": ["POST"],
    "/api/sound": ["PUT"], "/api/convert": ["POST"], "/api/generate": ["POST"], "/api/progress": ["GET"],
    "/api/export": ["POST"], "/api/share": ["POST"], "/api/analyse": ["POST"], "/api/cure": ["POST"],
    "/api/wave": ["POST"],
    "/api/feel": ["POST"], "/api/feel/cure": ["POST"], "/api/reach": ["GET"], "/api/render": ["POST"],
    "/api/take": ["POST"],
    "/api/block": ["GET"], "/api/match": ["GET"],
    PhoneRoutes.root: ["GET"], PhoneRoutes.root + "/pattern": ["POST"], PhoneRoutes.root + "/code": ["POST"],
    PhoneRoutes.root + "/disconnect": ["POST"],
    livePath: ["GET"],
  ]

  private func page(_ request: HTTPRequest) -> HTTPResponse {
    let name = request.path == "/" ? "index.html" : String(request.path.dropFirst())
    guard request.path.hasPrefix("/"),
      let file = name == "page.js" ? StudioLibrary.pageScript : StudioLibrary.file("page/\(name)")
    else {
      return nothing
    }
    guard ["GET", "HEAD"].contains(request.method) else { return .notAllowed("GET, HEAD") }
    return .content(type: StudioRoutes.type(of: name), file)
  }

  // MARK: Bodies and upgrades

  private func reading<Body: Decodable>(_ request: HTTPRequest, _ body: (Body) -> HTTPResponse) -> HTTPResponse {
    do {
      return body(try JSONDecoder().decode(Body.self, from: Data(request.body)))
    } catch {
      return .refusal(400, "badJSON", "invalid body for \(request.method) \(request.path)")
    }
  }

  private func live(_ request: HTTPRequest) -> HTTPResponse {
    let words = (request["connection"] ?? "").lowercased().split(separator: ",").map { $0.filter { $0 != " " } }
    guard words.contains("upgrade"), request["upgrade"]?.lowercased() == "websocket",
      request["sec-websocket-version"] == "13", let key = request["sec-websocket-key"],
      Data(base64Encoded: key)?.count == 16
    else { return .refusal(400, "noWebSocket", "\(StudioRoutes.livePath) must be opened as a WebSocket") }
    var response = HTTPResponse(
      101, fields: [("Upgrade", "websocket"), ("Sec-WebSocket-Accept", WebSocketFrames.accept(key))])
    let context = context
    response.takeOver = { socket in LiveSession(socket, context).run() }
    return response
  }
}
