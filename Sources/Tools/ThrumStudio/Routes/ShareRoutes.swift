import ThrumDevice
import ThrumPattern

/// Makes a page to share. `sound` finds a sound's file.
package typealias ShareMaker =
  @Sendable (
    _ patterns: [(name: String, text: [UInt8])], _ monitor: MonitorMode, _ sound: (String) -> String?,
    _ work: Work<StudioError>
  ) throws(StudioError) -> [UInt8]

struct ShareRoutes: Sendable {
  struct Request: Decodable {
    struct Version: Decodable {
      var name: String
      var text: String
    }

    var patterns: [Version]
    /// Used to find sounds.
    var path: String?
  }

  let folder: StudioFolder?
  let share: ShareMaker?

  func page(_ request: Request, _ work: Work<StudioError>) throws(StudioError) -> HTTPResponse {
    guard let share else { return .refusal(404, "noSharing", "this studio cannot make pages to share") }
    guard (1...2).contains(request.patterns.count) else {
      return .refusal(422, "notShared", "a shared page needs one or two versions of a pattern")
    }
    let sounds = StudioSounds(folder: folder, pattern: request.path ?? "")
    let patterns = request.patterns.map { (name: $0.name, text: Array($0.text.utf8)) }
    do throws(StudioError) {
      let page = try share(patterns, .smallSpeaker, { sounds.path($0) }, work)
      return .content(type: "text/html; charset=utf-8", page)
    } catch {
      guard error.kind == .input else { throw error }
      return .refusal(422, "notShared", error.description)
    }
  }
}
