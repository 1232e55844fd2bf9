import FoundationEssentials
import Glibc
import ThrumDevice
import ThrumOutput
import ThrumPattern

/// See `Docs/StudioProtocol.md`.
struct StudioRoutes: Sendable {
  private let context: StudioContext
  private let files: FileRoutes
  private let changes: ChangeRoutes
  private let questions: AskRoutes
  private let shapes: ShapeRoutes
  private let phone: PhoneRoutes
  private let share: ShareRoutes
  private let work: LongWork

  init(_ context: StudioContext, work: LongWork = LongWork()) {
    self.context = context
    self.work = work
    let folder = context.folder
    files = FileRoutes(folder: folder, watch: context.watch)
    changes = ChangeRoutes(changer: folder.flatMap { $0.isWritable ? FolderChanger($0) : nil })
    questions = AskRoutes(context)
    shapes = ShapeRoutes(folder: folder, desk: questions.desk)
    share = ShareRoutes(folder: folder, share: context.share)
    phone = PhoneRoutes(desk: context.phone, folder: folder, motors: context.motors)
  }

  func answer(_ request: HTTPRequest) -> HTTPResponse {
    if request.path.hasPrefix(AskRoutes.root) {
      guard request.method == "POST" else { return .notAllowed("POST") }
      return work.run(request) { work throws(StudioError) in try questions.answer(request, work) }
    }
    guard let methods = StudioRoutes.table[request.path] else { return page(request) }
    guard let answer = methods[request.method] else {
      return .notAllowed(methods.keys.sorted().joined(separator: ", "))
    }
    return work.run(request) { work throws(StudioError) in try answer(self, request, work) }
  }

  // MARK: The table

  private typealias Answer =
    @Sendable (_ routes: StudioRoutes, _ request: HTTPRequest, _ work: Work<StudioError>) throws(StudioError)
    -> HTTPResponse

  /// Routes by path and method. Each receives the ``Work`` that ends, limits and reports it.
  private static let table: [String: [String: Answer]] = [
    "/api/session": ["GET": { routes, _, _ in .json(SessionFacts(routes.context)) }],
    "/api/files": ["GET": { routes, _, _ in routes.files.list() }],
    "/api/shapes": [
      "POST": reading { routes, body, _, work throws(StudioError) in try routes.shapes.shapes(body, work) }
    ],
    "/api/file": [
      "GET": { routes, request, _ in routes.files.read(request.query["path"] ?? "") },
      "PUT": reading { routes, body, request, _ in routes.changes.save(body, to: request.query["path"] ?? "") },
    ],
    "/api/move": ["POST": reading { routes, body, _, _ in routes.changes.move(body) }],
    "/api/delete": ["POST": reading { routes, body, _, _ in routes.changes.delete(body) }],
    "/api/sound": [
      "PUT": reading { routes, body, request, _ in routes.changes.saveSound(body, to: request.query["path"] ?? "") }
    ],
    "/api/progress": ["GET": { routes, request, _ in routes.progress(request.query["job"] ?? "") }],
    "/api/share": ["POST": reading { routes, body, _, work throws(StudioError) in try routes.share.page(body, work) }],
    PhoneRoutes.root: ["GET": { routes, _, _ in routes.phone.facts() }],
    PhoneRoutes.root + "/pattern": ["POST": reading { routes, body, _, _ in routes.phone.show(body) }],
    PhoneRoutes.root + "/code": ["POST": { routes, _, _ in routes.phone.renewCode() }],
    PhoneRoutes.root + "/disconnect": ["POST": { routes, _, _ in routes.phone.disconnectAll() }],
    RequestPolicy.livePath: ["GET": { routes, request, _ in routes.live(request) }],
  ]

  /// The methods of each path.
  static var methods: [String: [String]] { table.mapValues { $0.keys.sorted() } }

  private static func reading<Body: Decodable & SendableMetatype>(
    _ answer:
      @escaping @Sendable (StudioRoutes, Body, HTTPRequest, Work<StudioError>) throws(StudioError) -> HTTPResponse
  ) -> Answer {
    { routes, request, work throws(StudioError) in
      guard let body = try? JSONDecoder().decode(Body.self, from: Data(request.body)) else {
        return .refusal(400, "badJSON", "invalid body for \(request.method) \(request.path)")
      }
      return try answer(routes, body, request, work)
    }
  }

  private struct WorkProgress: Encodable { var part: Double? }

  private func progress(_ job: String) -> HTTPResponse { .json(WorkProgress(part: work.progress(of: job))) }

  // MARK: The page

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
  ]

  private func page(_ request: HTTPRequest) -> HTTPResponse {
    let name = request.path == "/" ? "index.html" : String(request.path.dropFirst())
    guard request.path.hasPrefix("/"),
      let known = name == "page.js" ? StudioLibrary.pageScript : StudioLibrary.file("page/\(name)")
    else { return .refusal(404, "notFound", "there is no page at this address") }
    guard ["GET", "HEAD"].contains(request.method) else { return .notAllowed("GET, HEAD") }
    return .content(name, known)
  }

  // MARK: Upgrades

  private func live(_ request: HTTPRequest) -> HTTPResponse {
    let words = (request["connection"] ?? "").lowercased().split(separator: ",").map { $0.filter { $0 != " " } }
    guard words.contains("upgrade"), request["upgrade"]?.lowercased() == "websocket",
      request["sec-websocket-version"] == "13", let key = request["sec-websocket-key"],
      Data(base64Encoded: key)?.count == 16
    else { return .refusal(400, "noWebSocket", "\(RequestPolicy.livePath) must be opened as a WebSocket") }
    var response = HTTPResponse(
      101, fields: [("Upgrade", "websocket"), ("Sec-WebSocket-Accept", WebSocketFrames.accept(key))])
    let context = context
    response.takeOver = { socket in LiveSession(socket, context).run() }
    return response
  }
}
