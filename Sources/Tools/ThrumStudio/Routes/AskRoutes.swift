import CLinux
import ThrumAnswers
import ThrumDevice
import ThrumPattern

/// Passes the list's questions on to the desk.
struct AskRoutes: Sendable {
  /// Followed by the question's name.
  static let root = "/api/ask/"
  /// The media type of arguments that are followed by a line break and a file.
  static let withFile = "application/octet-stream"

  let desk: Desk

  /// Maximum size of rendered blocks, bytes.
  private static let mostBytes = 256 << 20

  init(_ context: StudioContext) {
    let folder = context.folder
    var host = Host(
      mostBytes: AskRoutes.mostBytes,
      sounds: { StudioSounds.near($0, in: folder) },
      motor: context.motors.lookup,
      // Other threads, with other arenas, would not reuse it.
      didShrink: { thrum_return_heap() })
    host.features = UploadedSound.features
    desk = Desk(host)
  }

  func answer(_ request: HTTPRequest, _ work: Work<StudioError>) throws(StudioError) -> HTTPResponse {
    let name = String(request.path.dropFirst(AskRoutes.root.count))
    var arguments = request.body[...]
    var file: [UInt8]?
    if request["content-type"] == AskRoutes.withFile {
      let end = arguments.firstIndex(of: UInt8(ascii: "\n")) ?? arguments.endIndex
      file = Array(arguments[end...].dropFirst())
      arguments = arguments[..<end]
    }
    switch try Question<StudioError>.answer(name, Array(arguments), file: file, at: desk, work) {
    case .json(let bytes): return .content(type: "application/json", bytes)
    case .bytes(let bytes): return .content(type: "application/octet-stream", bytes)
    // Not an error, because browsers log errors.
    case .gone: return HTTPResponse(204)
    case .refused(let refusal): return .refusal(refusal)
    }
  }
}

extension HTTPResponse {
  /// - Parameter subject: precedes the message.
  static func refusal(_ refusal: Refusal, _ subject: String? = nil) -> HTTPResponse {
    let status =
      switch refusal.code {
      case .badArguments: 400
      case .notPlayable, .noCure, .notExported, .badClip, .noSound: 422
      case .busy: 503
      }
    let message = (subject.map { "\($0) " } ?? "") + refusal.message
    return .refusal(status, refusal.code.rawValue, message)
  }
}
