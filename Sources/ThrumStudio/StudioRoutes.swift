import FoundationEssentials
import Glibc
import ThrumOutput
import ThrumPattern
import ThrumDevice
import ThrumRender

/// What the studio answers to the page; see `Docs/StudioProtocol.md`.
struct StudioRoutes: Sendable {
  /// Everything below needs the token.
  static let root = "/api/"
  /// The live connection.
  static let livePath = "/api/live"

  let folder: StudioFolder?
  var motors = StudioMotors()

  /// Returns a request that has passed the policy.
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    switch (request.path, request.method) {
    case ("/api/session", "GET"): .json(SessionFacts(folder, motors))
    case ("/api/files", "GET"): files()
    case ("/api/file", "GET"): file(request.query["path"] ?? "")
    case ("/api/file", "PUT"): reading(request) { save($0, to: request.query["path"] ?? "") }
    case ("/api/convert", "POST"): reading(request, convert)
    case ("/api/analyse", "POST"): reading(request, analyse)
    case ("/api/render", "POST"): reading(request, render)
    case (StudioRoutes.livePath, "GET"): live(request)
    default: page(request)
    }
  }

  // MARK: The page

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
  ]

  private static let methods = [
    "/api/session": "GET", "/api/files": "GET", "/api/file": "GET, PUT", "/api/convert": "POST", "/api/analyse": "POST",
    "/api/render": "POST", livePath: "GET",
  ]

  private func page(_ request: HTTPRequest) -> HTTPResponse {
    let name = request.path == "/" ? "index.html" : String(request.path.dropFirst())
    let suffix = name.split(separator: ".").last.map(String.init) ?? ""
    let known = StudioLibrary.file("page/\(name)")
    guard let allowed = known == nil ? StudioRoutes.methods[request.path] : "GET, HEAD" else {
      return .refusal(404, "notFound", "there is nothing here of that name")
    }
    guard let known, ["GET", "HEAD"].contains(request.method) else {
      var refusal = HTTPResponse.refusal(405, "badMethod", "only \(allowed) is allowed here")
      refusal.fields.append(("Allow", allowed))
      return refusal
    }
    return .content(type: StudioRoutes.types[suffix] ?? "application/octet-stream", known)
  }

  // MARK: Files

  private struct FileList: Encodable {
    struct Row: Encodable {
      var path: String
      var size: Int
      var modified: Double
    }
    var files: [Row]
    var library: [StudioLibrary.Entry]
    var isCut: Bool
  }

  private func files() -> HTTPResponse {
    let listing = folder?.list() ?? StudioFolder.Listing()
    let rows = listing.files.map { FileList.Row(path: $0.path, size: $0.size, modified: $0.modified) }
    return .json(FileList(files: rows, library: StudioLibrary.entries, isCut: listing.isCut))
  }

  private struct File: Encodable {
    var path: String
    var text: String
    var revision: String
    var writable: Bool
    var notes: [String]
  }

  private func file(_ path: String) -> HTTPResponse {
    if let text = StudioLibrary.text(path) { return show(path, text, isWritable: false) }
    guard let folder, let place = FolderPath(path), PatternDocument.Format(fileName: place.text) != nil else {
      return badPath
    }
    do throws(FolderError) {
      let bytes = try folder.read(place)
      return show(place.text, bytes, isWritable: folder.isWritable)
    } catch { return refusal(error, place.text) }
  }

  private func show(_ path: String, _ bytes: [UInt8], isWritable: Bool) -> HTTPResponse {
    var file = File(path: path, text: "", revision: Revision.of(bytes), writable: isWritable, notes: [])
    if PatternDocument.Format(fileName: path) == .haptic {
      switch StudioClip.converted(bytes, name: path) {
      case .failure(let error): return .refusal(422, "badClip", error.description)
      case .success(let converted):
        file.text = converted.text
        file.writable = false
        file.notes = converted.notes
        return .json(file)
      }
    }
    guard let text = AHAP.text(bytes) else {
      return .refusal(422, "notText", "\(path) is not text")
    }
    file.text = text
    // Saving writes UTF-8; another encoding would not come back as it was.
    if Array(text.utf8) != bytes { file.notes.append("the file is not UTF-8; saving makes it so") }
    return .json(file)
  }

  private struct Clip: Decodable {
    var text: String
    var name: String
  }

  private func convert(_ clip: Clip) -> HTTPResponse {
    switch StudioClip.converted(Array(clip.text.utf8), name: clip.name) {
    case .failure(let error): .refusal(422, "badClip", error.description)
    case .success(let converted): .json(converted)
    }
  }

  private struct Save: Decodable {
    var text: String
    var revision: String?
  }

  private struct SaveAnswer: Encodable { var revision: String }
  private struct ChangeAnswer: Encodable {
    struct Content: Encodable {
      var code = "changed"
      var message: String
    }
    var error: Content
    var revision: String
  }

  private func save(_ save: Save, to path: String) -> HTTPResponse {
    guard let folder, folder.isWritable else {
      return .refusal(403, "readOnly", "the studio was started without --write: it changes no file")
    }
    guard let place = FolderPath(path), place.suffix == "ahap" else { return badPath }
    do throws(FolderError) {
      switch try folder.save(Array(save.text.utf8), to: place, known: save.revision) {
      case .done(let revision): return .json(SaveAnswer(revision: revision))
      case .changed(let revision):
        let message = "\(place.text) is another version by now; nothing was written"
        return .json(ChangeAnswer(error: ChangeAnswer.Content(message: message), revision: revision), status: 409)
      }
    } catch { return refusal(error, place.text) }
  }

  private var badPath: HTTPResponse {
    .refusal(
      400, "badPath",
      "a path must name a file of the folder that ends in \(PatternDocument.Format.endings), or one of the library")
  }

  private func refusal(_ error: FolderError, _ path: String) -> HTTPResponse {
    switch error.number {
    case ENOENT: .refusal(404, "notFound", "\(path) does not exist")
    case EACCES, EPERM, EROFS: .refusal(403, "notPermitted", "\(path): \(error.message)")
    case EBUSY: .refusal(503, "busy", "\(path): \(error.message)")
    case ENOSPC, EDQUOT: .refusal(507, "diskFull", "\(path): \(error.message); nothing was written")
    case ELOOP, ENOTDIR, EINVAL, EFBIG: .refusal(400, "badPath", error.message)
    default: .refusal(500, "failed", "\(path): \(error.message)")
    }
  }

  // MARK: Sound

  private struct Look: Decodable {
    var text: String
    var path: String?
    var actuator: String?
    var monitor: String?
    var gain: Double?
    var columns: Int?
  }

  private func analyse(_ look: Look) -> HTTPResponse {
    sounding(look) { pattern, settings throws(StudioError) in
      .json(Analysis(pattern, settings: settings, columns: look.columns ?? 1000))
    }
  }

  private func render(_ look: Look) -> HTTPResponse {
    sounding(look) { pattern, settings throws(StudioError) in
      .content(type: "audio/wav", try Rendering.wav(pattern, settings: settings))
    }
  }

  private func sounding(
    _ look: Look, _ body: (StudioPattern, SoundSettings) throws(StudioError) -> HTTPResponse
  ) -> HTTPResponse {
    let settings: SoundSettings
    do throws(StudioError) {
      settings = try SoundSettings(actuator: look.actuator, monitor: look.monitor, gain: look.gain, of: motors)
    } catch { return .refusal(400, "badSettings", error.description) }
    do throws(StudioError) {
      return try body(StudioPattern(look.text, path: look.path ?? "", folder: folder), settings)
    } catch { return .refusal(422, "notPlayable", error.description) }
  }

  // MARK: Bodies and upgrades

  private func reading<Body: Decodable>(_ request: HTTPRequest, _ body: (Body) -> HTTPResponse) -> HTTPResponse {
    do {
      return body(try JSONDecoder().decode(Body.self, from: Data(request.body)))
    } catch {
      return .refusal(400, "badJSON", "the body is not what \(request.method) \(request.path) takes")
    }
  }

  private func live(_ request: HTTPRequest) -> HTTPResponse {
    let words = (request["connection"] ?? "").lowercased().split(separator: ",").map { $0.filter { $0 != " " } }
    guard words.contains("upgrade"), request["upgrade"]?.lowercased() == "websocket",
      request["sec-websocket-version"] == "13", let key = request["sec-websocket-key"],
      Data(base64Encoded: key)?.count == 16
    else { return .refusal(400, "noWebSocket", "\(StudioRoutes.livePath) is a WebSocket") }
    var response = HTTPResponse(
      101, fields: [("Upgrade", "websocket"), ("Sec-WebSocket-Accept", WebSocketFrames.accept(key))])
    let (folder, motors) = (folder, motors)
    response.takeOver = { socket in LiveSession(socket, folder: folder, motors: motors).run() }
    return response
  }
}
